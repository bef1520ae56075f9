"""Begins every process of a recorded run, as it is on PYTHONPATH: functions of Fireteam mark that they are entered."""

import os

if os.environ.get("FIRETEAM_MARKS") and os.environ.get("FIRETEAM_JIT", "0") == "0":  # compiled rules mark nothing
    import fireteam_marking

    fireteam_marking.install(os.environ["FIRETEAM_MARKS"])

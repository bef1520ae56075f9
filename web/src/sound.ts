// Short tones made by the browser; silent unless sound is switched on.

import { settings } from "./settings.svelte";

type Tone = "turn" | "dice" | "message" | "end";

const NOTES: Record<Tone, readonly (readonly [number, number])[]> = {
  turn: [
    [523, 0],
    [784, 0.12],
  ],
  dice: [[220, 0]],
  message: [[660, 0]],
  end: [
    [523, 0],
    [659, 0.14],
    [784, 0.28],
  ],
};
const DURATION = 0.22;
const VOLUME = 0.06;

let air: AudioContext | null = null;

/** Play a tone, if sound is on. */
export function playTone(tone: Tone): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  air ??= new AudioContext();
  for (const [pitch, after] of NOTES[tone]) playNote(air, pitch, air.currentTime + after);
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const voice = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const level = new GainNode(context, { gain: 0 });
  level.gain.linearRampToValueAtTime(VOLUME, at + 0.02);
  level.gain.exponentialRampToValueAtTime(0.0001, at + DURATION);
  voice.connect(level).connect(context.destination);
  voice.start(at);
  voice.stop(at + DURATION);
}

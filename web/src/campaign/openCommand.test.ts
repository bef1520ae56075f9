import { beforeEach, expect, test } from "vitest";

import type { CampaignEntry, CommandForm, SheetField } from "../api/messages";
import { JournalPages } from "./journal.svelte";
import { OpenCommand } from "./openCommand.svelte";

const field = (name: string, kind: string, rest: object = {}) => ({ name, title: name, kind, meaning: "", required: true, shape: "one", choices: [], keys: [], fields: [], low: null, high: null, whole: false, ...rest }) as unknown as SheetField;
const form = (command: string, ...fields: SheetField[]) => ({ command, title: command, about: "", fields, clause: "", subject: "", private: false }) as unknown as CommandForm;
const AWARD = form("award", field("person", "text"), field("xp", "number", { whole: true }), field("note", "text", { required: false }));
const ADD = form("add", field("id", "text"), field("name", "text"));
const ENTRY = { number: 7 } as unknown as CampaignEntry;

let sent: { how: string; command: unknown; reason: string; answer: (entry?: CampaignEntry) => Promise<void>; refuse: (message: string, clause?: string) => Promise<void> }[];
let campaign: ConstructorParameters<typeof OpenCommand>[0];

const turns = async () => {
  for (let k = 0; k < 6; k++) await Promise.resolve();
};

function hold(how: string, command: unknown, reason: string): Promise<CampaignEntry> {
  return new Promise((done, failed) => {
    sent.push({ how, command, reason, answer: (entry = ENTRY) => (done(entry), turns()), refuse: (message, clause = "") => (failed(Object.assign(new Error(message), { clause })), turns()) });
  });
}

beforeEach(() => {
  sent = [];
  const people = [{ id: "jo", name: "Jo" }];
  campaign = { view: { people } as never, give: (command, reason) => hold("give", command, reason), preview: (command) => hold("preview", command, "") };
});

const begun = (values: object = { person: "jo", xp: 3 }, settled: string[] = []) => new OpenCommand(campaign, AWARD, values as never, settled);

test("a command is given as it stands with its reason, once, and its entry comes of it", async () => {
  const command = begun();
  command.reason = " well done ";
  const given = command.give();
  expect([command.busy, await command.give(), sent.map(({ how, command, reason }) => ({ how, command, reason }))]).toEqual([true, null, [{ how: "give", command: { command: "award", person: "jo", xp: 3 }, reason: "well done" }]]);
  await sent[0]!.answer();
  expect([await given, command.busy]).toEqual([ENTRY, false]);
});

test("what is missing is told beside its field and not sent; it is told until that field is changed", async () => {
  const command = begun({});
  expect([await command.give(), await command.preview(), sent, Object.keys(command.problems)]).toEqual([null, undefined, [], ["xp"]]);
  command.set("person", "jo");
  expect(command.problems["xp"]?.length).toBe(1);
  command.set("xp", 1);
  expect(command.problems["xp"]).toEqual([]);
});

test("a refusal stands beside the field that it names, else below all of them; and for the last try only", async () => {
  const command = begun({ person: "jo", xp: 3 }, ["person"]);
  const refused = async (message: string) => {
    const given = command.give();
    expect([command.problems, command.refusal]).toEqual([{}, null]);
    await sent.at(-1)!.refuse(message, "X-1");
    return [await given, command.busy, Object.keys(command.problems), command.refusal];
  };
  expect(await refused("`xp` is too much")).toEqual([null, false, ["xp"], null]);
  expect(command.problems["xp"]).toEqual([expect.objectContaining({ sentence: "`xp` is too much", clause: "X-1" })]);
  expect(await refused("it is night")).toEqual([null, false, [], { sentence: "it is night", clause: "X-1" }]);
  command.set("xp", 4);
  expect(command.refusal).toBeNull();
  expect(await refused("`person` is away")).toEqual([null, false, [], { sentence: "`person` is away", clause: "X-1" }]); // it is not asked for
});

test("what would come of a command is shown until it is altered or given, and never for what it was before", async () => {
  const command = begun();
  const preview = async () => {
    void command.preview();
    await sent.at(-1)!.answer();
  };
  await preview();
  expect([command.previewed, sent[0]!.how]).toEqual([ENTRY, "preview"]);
  command.set("xp", 4);
  expect(command.previewed).toBeNull();
  void command.preview();
  command.set("xp", 5);
  await sent.at(-1)!.answer();
  expect([command.previewed, command.busy]).toEqual([null, false]);
  await preview();
  void command.give();
  expect(command.previewed).toBeNull();
});

test("an id follows the name until it is typed, and what may be left out is left out", () => {
  const command = new OpenCommand(campaign, ADD, {});
  command.set("name", "Jo");
  expect(command.values).toEqual({ name: "Jo", id: "jo_2" });
  command.set("id", "joe");
  command.set("name", "Ann");
  expect(command.values).toEqual({ name: "Ann", id: "joe" });
  const award = begun({ note: "x" });
  award.set("note", "");
  award.set("person", "");
  expect(award.values).toEqual({ note: undefined, person: "" });
});

// The journal

const entry = (number: number) => ({ number }) as unknown as CampaignEntry;

function journal() {
  const asked: { before: number; answer: (...numbers: number[]) => Promise<void>; refuse: () => Promise<void> }[] = [];
  const open = { entriesBefore: (before: number) => new Promise<CampaignEntry[]>((done, failed) => asked.push({ before, answer: (...numbers) => (done(numbers.map(entry)), turns()), refuse: () => (failed(new Error("away")), turns()) })) };
  const pages = new JournalPages(open);
  return { asked, pages, numbers: () => pages.entries.map((one) => one.number) };
}

test("the journal begins with the newest entries, and goes on with those before", async () => {
  const { asked, pages, numbers } = journal();
  void pages.begin(9);
  expect([pages.isLoading, pages.oldest]).toEqual([true, 1]);
  await asked[0]!.answer(9, 8);
  expect([asked[0]!.before, numbers(), pages.oldest, pages.isLoading]).toEqual([10, [9, 8], 8, false]);
  void pages.more();
  expect(pages.isLoading).toBe(true);
  await asked[1]!.answer(7, 6);
  expect([asked[1]!.before, numbers(), pages.isLoading]).toEqual([8, [9, 8, 7, 6], false]);
  void pages.more();
  await asked[2]!.refuse();
  expect([pages.error, numbers(), pages.isLoading]).toEqual(["away", [9, 8, 7, 6], false]);
  void pages.more();
  await asked[3]!.answer(5);
  expect([pages.error, numbers()]).toEqual(["", [9, 8, 7, 6, 5]]);
});

test("a journal that begins anew has no gap and nothing twice, whichever page comes first", async () => {
  for (const isLate of [true, false]) {
    const { asked, pages, numbers } = journal();
    void pages.begin(4);
    await asked[0]!.answer(4, 3);
    void pages.more();
    void pages.begin(5);
    if (!isLate) await asked[1]!.answer(2, 1);
    await asked[2]!.answer(5, 4);
    if (isLate) await asked[1]!.answer(2, 1);
    expect([numbers(), pages.isLoading]).toEqual([[5, 4], false]);
  }
  const { asked, pages } = journal();
  void pages.begin(4);
  void pages.begin(5);
  await asked[0]!.answer(4);
  expect(pages.isLoading).toBe(true);
});

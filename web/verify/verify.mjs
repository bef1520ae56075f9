// Checks a match file of Fireteam without Fireteam: that no byte of it was altered, and that every die is the one
// which the secret, announced by its hash before the match, makes. docs/match-files.md describes what is read here.
//
//     node web/verify/verify.mjs friday.match ...      exit code 0: all are true; 1: one is not; 2: no file named
//
// `verify(bytes)` runs in browsers as well. The rules of the games are not here: that the choices were lawful and led
// to this result is what `fireteam replay verify` adds.

const FIRST = ["fireteam match 2", "fireteam match 1"]; // they differ in how States are hashed, which is not checked here
const SHORT = 16; // hexadecimal digits of a hash that stand in a line
const MASK = 0xffffffffffffffffn;
const HEAD = "game rules fireteam scenario option pack content begins forked slots seat dice".split(" ");
const REPEATED = ["option", "pack", "seat"];
const OPTIONAL = ["option", "pack", "begins", "forked", "slots"];
const KINDS = ["opening", "choice", "free", "undo", "redo", "rewind", "pause", "resume"];

class Untrue extends Error {
  constructor(line, why) {
    super(line ? `line ${line}: ${why}` : why);
  }
}

/** Check the bytes of a match file; tells what is in it, or throws an Error that says what is wrong and where. */
export async function verify(bytes) {
  const text = decoded(bytes);
  const lines = text.split("\n");
  if (!FIRST.includes(lines[0])) throw new Untrue(1, `this is no match file: its first line is not "${FIRST[0]}"`);
  if (lines.pop() !== "") throw new Untrue(lines.length + 1, "the last line was cut short");
  const { head, begins } = readHead(lines);
  const bodies = await unchained(lines, begins);
  const { events, secret } = readEvents(bodies, begins);
  if (hex(await sha256(secret)) !== head.dice[0]) throw new Untrue(0, "the secret is not the one that was announced");
  let dice = 0;
  let typed = 0;
  for (const event of events) {
    if (event.typed) typed += event.dice.length;
    else dice += await checkDice(event, secret);
  }
  return { game: head.game[0], events: events.length, dice, typed };
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Untrue(0, "this is no text in UTF-8");
  }
}

/** The head's values by name, and the index of the first line below it. */
function readHead(lines) {
  const head = {};
  const end = lines.indexOf("");
  if (end < 0) throw new Untrue(lines.length, "the file ends in its head");
  let at = 0;
  for (let k = 1; k < end; k++) {
    const [, name, value] = /^([a-z]+): (.*)$/.exec(lines[k]) ?? [];
    const place = HEAD.indexOf(name);
    const again = place === at && REPEATED.includes(name);
    if (place < at || (name in head && !again)) throw new Untrue(k + 1, "this line does not belong here");
    at = place;
    (head[name] ??= []).push(value);
  }
  const missing = HEAD.find((name) => !(name in head) && !OPTIONAL.includes(name));
  if (missing) throw new Untrue(end + 1, `the head says no "${missing}"`);
  return { head, begins: end + 1 };
}

/** Every line below the head without its chained hash, once that is found to be right. */
async function unchained(lines, begins) {
  let chain = hex(await sha256(encoded(lines.slice(0, begins).join("\n") + "\n")));
  const bodies = [];
  for (let k = begins; k < lines.length; k++) {
    const cut = lines[k].lastIndexOf(" | ");
    const body = lines[k].slice(0, Math.max(cut, 0));
    chain = hex(await sha256(encoded(`${chain}\n${body}`)));
    if (cut < 0 || lines[k].slice(cut + 3) !== chain.slice(0, SHORT)) {
      throw new Untrue(k + 1, "the hash at its end is not that of what stands here: the file was edited");
    }
    bodies.push(body);
  }
  return bodies;
}

/** The events and the secret, in their order. */
function readEvents(bodies, begins) {
  const last = bodies.at(-1)?.split(" | ") ?? [];
  const end = bodies.at(-2)?.split(" | ") ?? [];
  if (last[0] !== "secret" || end[0] !== "end" || end.length !== 4) {
    throw new Untrue(0, "the match has not ended: its dice can be checked when their secret is told");
  }
  if (last.length !== 2 || !/^[0-9a-f]{64}$/.test(last[1])) throw new Untrue(0, "the secret has 64 hexadecimal digits");
  const events = bodies.slice(0, -2).map((body, number) => readEvent(body, number, begins + number + 1));
  return { events, secret: Uint8Array.from(last[1].match(/../g), (byte) => parseInt(byte, 16)) };
}

/** One event: its number, the number whose dice it shows, and the dice as [sides, face]. */
function readEvent(body, number, line) {
  const fields = body.split(" | ");
  const [said, kind] = fields[0].split(" ");
  if (fields.length !== 4 || said !== String(number) || !KINDS.includes(kind)) {
    throw new Untrue(line, `here should stand event ${number}`);
  }
  if ((kind === "opening") !== (number === 0)) throw new Untrue(line, "a match opens once");
  const words = fields[2] ? fields[2].split(" ") : [];
  const typed = words[0] === "typed";
  const dice = words.slice(typed ? 1 : 0).map((word) => {
    const [, sides, face] = /^d([1-9]\d{0,8})=([1-9]\d{0,8})$/.exec(word) ?? [];
    if (!sides || Number(face) > Number(sides)) throw new Untrue(line, `"${word}" is no die that fell`);
    return [Number(sides), Number(face)];
  });
  const of = /^of (\d+) by /.exec(fields[1]);
  if (kind === "redo" && !(of && Number(of[1]) < number)) throw new Untrue(line, "what does it let stand again?");
  if (kind === "pause" && !/^by .* for "/.test(fields[1])) throw new Untrue(line, "who stops the table, and why?");
  return { line, key: kind === "redo" ? of[1] : said, typed, dice };
}

/** Derive the faces of an event from the secret; how many there are. */
async function checkDice(event, secret) {
  if (!event.dice.length) return 0;
  const key = await keyOf(secret, event.key);
  event.dice.forEach(([sides, face], count) => {
    const made = drawn(key, BigInt(count), BigInt(sides));
    if (made !== BigInt(face)) throw new Untrue(event.line, `the secret makes d${sides}=${made}, not ${face}`);
  });
  return event.dice.length;
}

/** The key of an event's dice: HMAC-SHA256 of the secret over its number in digits, the first 8 bytes. */
async function keyOf(secret, number) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, encoded(number));
  return new DataView(signed).getBigUint64(0);
}

/** Die number `count` of an event: splitmix64 of key and count; the upper 32 bits, scaled to the sides. */
function drawn(key, count, sides) {
  let z = (key + (count + 1n) * 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  z ^= z >> 31n;
  return (((z >> 32n) * sides) >> 32n) + 1n;
}

const encoded = (text) => new TextEncoder().encode(text);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function main(paths) {
  const { readFile } = await import("node:fs/promises");
  let code = paths.length ? 0 : 2;
  if (!paths.length) console.error("which match file? write: node verify.mjs FILE ...");
  for (const path of paths) {
    try {
      const found = await verify(await readFile(path));
      const typed = found.typed ? `, ${found.typed} were typed in` : "";
      console.log(`${path}: true. ${found.events} events, ${found.dice} dice of the announced secret${typed}.`);
    } catch (error) {
      console.log(`${path}: ${error.message}`);
      code = 1;
    }
  }
  return code;
}

const { process } = globalThis;
if (process?.argv[1] && import.meta.url === (await import("node:url")).pathToFileURL(process.argv[1]).href) {
  globalThis.crypto ??= (await import("node:crypto")).webcrypto;
  process.exitCode = await main(process.argv.slice(2));
}

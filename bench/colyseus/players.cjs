// Players of Colyseus' server: node players.cjs PORT TABLES SECONDS. Two sockets a table, and whoever is to move moves as
// soon as they see the board. What it prints: `counting`, then moves made, and the seconds they took.
const { Client } = require("colyseus.js");
const [port, tables, seconds] = process.argv.slice(2).map(Number);

let made = 0;
let counting = false;

async function player(table, id) {
  const room = await new Client(`ws://127.0.0.1:${port}`).joinOrCreate("squares", { table, id });
  let sent = Infinity;
  room.onStateChange((state) => {
    if (counting && state.moves > sent) made += 1;
    sent = Infinity;
    if (state.turn !== id) return;
    sent = state.moves;
    room.send("take", state.cells.indexOf(-1));
  });
}

async function main() {
  for (let n = 0; n < tables; n++) for (const id of [0, 1]) await player(`table-${n}`, id);
  await new Promise((later) => setTimeout(later, 1000));
  counting = true;
  process.stdout.write("counting\n");
  const began = process.hrtime.bigint();
  await new Promise((later) => setTimeout(later, seconds * 1000));
  process.stdout.write(`${made} ${Number(process.hrtime.bigint() - began) / 1e9}\n`, () => process.exit(0));
}

main();

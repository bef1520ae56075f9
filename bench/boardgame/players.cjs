// Players of boardgame.io's server: node players.cjs PORT TABLES SECONDS. Two sockets a table, and whoever is to move
// moves as soon as they see the board. What it prints: `counting`, then moves made, and the seconds they took.
const { io } = require("socket.io-client");
const [port, tables, seconds] = process.argv.slice(2).map(Number);

let made = 0;
let counting = false;

function player(table, id) {
  const socket = io(`http://127.0.0.1:${port}/squares`, { transports: ["websocket"], forceNew: true });
  let sent = Infinity;
  const move = (state) => {
    if (counting && state._stateID > sent) made += 1;
    sent = Infinity;
    if (state.ctx.currentPlayer !== id) return;
    sent = state._stateID;
    const take = { type: "take", args: [state.G.cells.indexOf(null)], playerID: id };
    socket.emit("update", { type: "MAKE_MOVE", payload: take }, state._stateID, table, id);
  };
  return new Promise((ready) => {
    socket.on("connect", () => socket.emit("sync", table, id, undefined, 2));
    socket.on("sync", (_, sync) => {
      ready();
      move(sync.state);
    });
    socket.on("update", (_, state) => move(state));
  });
}

async function main() {
  for (let n = 0; n < tables; n++) for (const id of ["0", "1"]) await player(`table-${n}`, id);
  await new Promise((later) => setTimeout(later, 1000));
  counting = true;
  process.stdout.write("counting\n");
  const began = process.hrtime.bigint();
  await new Promise((later) => setTimeout(later, seconds * 1000));
  process.stdout.write(`${made} ${Number(process.hrtime.bigint() - began) / 1e9}\n`, () => process.exit(0));
}

main();

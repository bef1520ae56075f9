// boardgame.io's server with matches in memory and a game of nine squares: who takes one makes a move; when all are
// taken they are free again, so that a match goes on as long as it is measured.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SQUARES = 9;
const free = () => Array(SQUARES).fill(null);

const squares = {
  name: "squares",
  setup: () => ({ cells: free() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, at) => {
      if (G.cells[at] !== null) return INVALID_MOVE;
      G.cells[at] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells = free();
    },
  },
};

console.info = console.log = () => {};
Server({ games: [squares], origins: [Origins.LOCALHOST] })
  .run(0)
  .then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));

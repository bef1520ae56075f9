// Colyseus' server with rooms in memory and a game of nine squares: who takes one makes a move; when all are taken they
// are free again, so that a match goes on as long as it is measured. Its changes of state are sent as they come.
const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { ArraySchema, Schema, defineTypes } = require("@colyseus/schema");

const SQUARES = 9;

class Board extends Schema {
  constructor() {
    super();
    this.cells = new ArraySchema(...Array(SQUARES).fill(-1));
    this.turn = 0;
    this.moves = 0;
  }
}
defineTypes(Board, { cells: ["int8"], turn: "uint8", moves: "uint32" });

class Squares extends Room {
  onCreate() {
    this.maxClients = 2;
    this.setState(new Board());
    this.setPatchRate(null); // a change is sent at once, not with the next tick
    this.onMessage("take", (client, at) => {
      const { state } = this;
      if (client.userData.id !== state.turn || state.cells[at] !== -1) return client.send("illegal", at);
      state.cells[at] = client.userData.id;
      if (state.cells.every((cell) => cell !== -1)) for (let k = 0; k < SQUARES; k++) state.cells[k] = -1;
      state.turn = 1 - state.turn;
      state.moves += 1;
      this.broadcastPatch();
    });
  }

  onJoin(client, options) {
    client.userData = { id: options.id };
  }
}

console.info = console.log = () => {};
const server = new Server({ greet: false, transport: new WebSocketTransport({ pingInterval: 0 }) });
server.define("squares", Squares).filterBy(["table"]);
server.listen(0, "127.0.0.1").then(() => process.stdout.write(`${server.transport.server.address().port}\n`));

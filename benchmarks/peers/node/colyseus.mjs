// High card on Colyseus: `node colyseus.mjs PORT messages|patches`. What all may see is broadcast as a message, or it is the room's schema
// state, whose patch is sent at once after each action (the usual clock of 50 ms would bound a room to 20 actions a second).
import { Room, Server } from "@colyseus/core";
import { schema } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { SEATS, Table } from "./table.mjs";

const [port, manner] = process.argv.slice(2);

class HighCard extends Room {
  maxClients = SEATS;
  patchRate = null;

  onCreate() {
    this.table = new Table();
    this.onMessage("put", (client, { index }) => this.put(client, index));
    this.onMessage("sit", (client, seat) => this.sit(client, seat));
  }

  sit(client, seat) {
    client.seat = seat;
    if (this.clients.length === SEATS && this.clients.every((other) => other.seat !== undefined)) this.tellHands();
  }

  put(client, index) {
    const { table } = this;
    const card = table.put(client.seat, index);
    if (card === undefined) return client.error(1, "not a legal move");
    if (table.done) {
      table.deal();
      this.tellHands();
    }
    this.tell(client.seat, card, table);
  }

  tellHands() {
    for (const client of this.clients) client.send("hand", this.table.hands[client.seat]);
  }
}

class Messages extends HighCard {
  tell(seat, card, { turn }) {
    this.broadcast("put", { seat, card, turn });
  }
}

const Seen = schema({ puts: "uint32", turn: "uint8", seat: "uint8", card: "uint8", scores: ["uint16"] });

class Patches extends HighCard {
  state = new Seen().assign({ puts: 0, turn: 0, seat: 0, card: 0, scores: Array(SEATS).fill(0) });

  tell(seat, card, { turn, scores }) {
    const { state } = this;
    state.puts += 1;
    state.turn = turn;
    state.seat = seat;
    state.card = card;
    if (state.scores[turn] !== scores[turn]) state.scores[turn] = scores[turn];
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("highcard", manner === "patches" ? Patches : Messages);
await server.listen(Number(port), "127.0.0.1");

// High card on boardgame.io: `node boardgame.mjs PORT`. With its own turn order and luck, secrets stripped for each player, no undo, and
// its store in memory.
import { createRequire } from "node:module";
import { CARDS, SEATS, TRICK, best, rank } from "./table.mjs";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const [port] = process.argv.slice(2);

function dealt(random) {
  const deck = random.Shuffle(Array.from({ length: CARDS }, (_, card) => card));
  return Object.fromEntries([...Array(SEATS).keys()].map((seat) => [seat, deck.filter((_card, i) => i % SEATS === seat)]));
}

const HighCard = {
  name: "highcard",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS,
  setup: ({ random }) => ({ players: dealt(random), trick: [], next: 0, scores: Array(SEATS).fill(0), put: null }),
  moves: {
    put({ G, playerID, random }, index) {
      const hand = G.players[playerID];
      if (!Number.isInteger(index) || index < 0 || index >= hand.length) return INVALID_MOVE;
      const [card] = hand.splice(index, 1);
      const seat = Number(playerID);
      G.put = { seat, card };
      G.trick.push([rank(card), seat]);
      G.next = (seat + 1) % SEATS;
      if (G.trick.length === TRICK) {
        G.next = best(G.trick);
        G.scores[G.next] += 1;
        G.trick = [];
      }
      if (Object.values(G.players).every((cards) => cards.length === 0)) G.players = dealt(random);
      return undefined;
    },
  },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.next } },
};

const server = Server({ games: [HighCard], origins: [] });
await server.run({ port: { port: Number(port), host: "127.0.0.1" } });

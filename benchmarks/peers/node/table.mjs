// The game of all the servers that are compared: high card. Four players hold thirteen cards each; in turn each puts one, the highest
// takes the trick and leads (ties go to the earlier); after thirteen tricks the cards are dealt anew.

export const SEATS = 4;
export const TRICK = SEATS;
export const CARDS = 52;

const DEPTH = CARDS / SEATS;

export const rank = (card) => card % DEPTH;

/** The seat that takes a trick of [rank, seat]. */
export function best(trick) {
  const highest = Math.max(...trick.map(([value]) => value));
  return trick.find(([value]) => value === highest)[1];
}

export class Table {
  constructor() {
    this.turn = 0;
    this.trick = [];
    this.scores = Array(SEATS).fill(0);
    this.deal();
  }

  deal() {
    const deck = Array.from({ length: CARDS }, (_, card) => card);
    for (let i = CARDS - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    this.hands = Array.from({ length: SEATS }, (_, seat) => deck.slice(seat * DEPTH, (seat + 1) * DEPTH));
  }

  /** The card put, or undefined where the move is not legal: it is not this seat's turn, or there is no such card in its hand. */
  put(seat, index) {
    const hand = this.hands[seat];
    if (seat !== this.turn || !Number.isInteger(index) || index < 0 || index >= hand.length) return undefined;
    const [card] = hand.splice(index, 1);
    this.trick.push([rank(card), seat]);
    this.turn = (seat + 1) % SEATS;
    if (this.trick.length === TRICK) {
      this.turn = best(this.trick);
      this.scores[this.turn] += 1;
      this.trick = [];
    }
    return card;
  }

  /** Whether all cards of a deal are put. */
  get done() {
    return this.hands.every((hand) => hand.length === 0);
  }
}

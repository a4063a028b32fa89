import { gridColumns, maximumCardHeight } from '@twinward/contracts/questions/dashboard-card';

/** Position and size of a card in the grid, in columns and rows from 0. */
export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}
export type Placed = Place & { id: string };

export const columns = gridColumns;

const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

export const inReadingOrder = <Card extends Place>(cards: readonly Card[]): Card[] =>
  [...cards].sort((one, other) => one.y - other.y || one.x - other.x);

/** Limits a place to the grid. */
export function fit({ x, y, w, h }: Place): Place {
  const width = Math.min(columns, Math.max(1, Math.round(w)));
  return {
    w: width,
    h: Math.min(maximumCardHeight, Math.max(1, Math.round(h))),
    x: Math.min(columns - width, Math.max(0, Math.round(x))),
    y: Math.max(0, Math.round(y)),
  };
}

/**
 * Moves or resizes a card. Cards in its way move down, then all cards move up as far as possible, so that no rows are
 * empty.
 */
export function place<Card extends Placed>(cards: readonly Card[], id: string, wanted: Place): Card[] {
  const moved = cards.find((card) => card.id === id);
  if (!moved) return [...cards];
  const target = fit(wanted);
  const first = { ...moved, ...target };
  const others = inReadingOrder(cards.filter((card) => card.id !== id));
  const settled: Card[] = [first];
  for (const card of others) settled.push(below(card, settled));
  return sortLike(cards, compact(settled));
}

/** Moves a card down until it overlaps no other card. */
function below<Card extends Placed>(card: Card, others: readonly Card[]): Card {
  let { y } = card;
  for (;;) {
    const at = { ...card, y };
    const inWay = others.filter((other) => overlap(at, other));
    if (inWay.length === 0) return at;
    y = Math.min(...inWay.map((other) => other.y + other.h));
  }
}

/** Moves cards up as far as possible, in reading order. */
export function compact<Card extends Placed>(cards: readonly Card[]): Card[] {
  const settled: Card[] = [];
  for (const card of inReadingOrder(cards)) {
    let { y } = card;
    while (y > 0 && !settled.some((other) => overlap({ ...card, y: y - 1 }, other))) y -= 1;
    settled.push(below({ ...card, y }, settled));
  }
  return settled;
}

function sortLike<Card extends Placed>(order: readonly Placed[], cards: readonly Card[]): Card[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return order.map(({ id }) => byId.get(id)!);
}

/** The first row below all cards. */
export const firstFreeRow = (cards: readonly Place[]): number =>
  Math.max(0, ...cards.map(({ y, h }) => y + h));

/** The place of a card after a key press: arrow keys move it, or resize it with Shift. Null for other keys. */
export function keyPlace({ x, y, w, h }: Place, key: string, shift: boolean): Place | null {
  const [right, down] = steps[key] ?? [0, 0];
  if (right === 0 && down === 0) return null;
  return shift ? { x, y, w: w + right, h: h + down } : { x: x + right, y: y + down, w, h };
}

const steps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Moves or resizes a card by a key. A step up or down moves past the neighbour, since the card would otherwise be
 * compacted back to its place.
 */
export function placeByKey<Card extends Placed>(
  cards: readonly Card[],
  id: string,
  key: string,
  shift: boolean,
): Card[] | null {
  const card = cards.find((one) => one.id === id);
  const wanted = card && keyPlace(card, key, shift);
  if (!card || !wanted) return null;
  if (shift || wanted.y === card.y) return place(cards, id, wanted);
  const inColumns = cards.filter((one) => one.id !== id && one.x < card.x + card.w && card.x < one.x + one.w);
  if (wanted.y < card.y) {
    const above = inColumns.filter(({ y }) => y < card.y);
    return place(cards, id, { ...card, y: Math.max(0, ...above.map(({ y }) => y)) });
  }
  const under = inColumns.filter(({ y, h }) => y + h > card.y + card.h && y >= card.y);
  if (under.length === 0) return [...cards];
  const next = under.reduce((one, other) => (other.y < one.y ? other : one));
  // Swaps the card with the next one below.
  return place(place(cards, next.id, { ...next, y: card.y }), id, { ...card, y: card.y + next.h });
}

/** Describes a card's place for screen readers. */
export const placeText = ({ x, y, w, h }: Place): string =>
  `Column ${x + 1}, row ${y + 1}, ${w} ${w === 1 ? 'column' : 'columns'} wide, ${h} ${h === 1 ? 'row' : 'rows'} high`;

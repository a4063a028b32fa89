import { describe, expect, it } from 'vitest';
import { compact, fit, type Placed, place, placeByKey, placeText } from './arrange.ts';

const card = (id: string, x: number, y: number, w = 4, h = 2): Placed => ({ id, x, y, w, h });
const at = (cards: readonly Placed[]) =>
  Object.fromEntries(cards.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]));

describe('moving a card', () => {
  it('pushes down cards in its way, and leaves no empty rows above', () => {
    const cards = [card('a', 0, 0), card('b', 4, 0), card('c', 0, 2, 8)];
    expect(at(place(cards, 'b', { ...card('b', 0, 0) }))).toEqual({
      a: [0, 2, 4, 2],
      b: [0, 0, 4, 2],
      c: [0, 4, 8, 2],
    });
    expect(at(place(cards, 'a', { ...card('a', 8, 9) }))).toEqual({
      a: [8, 0, 4, 2],
      b: [4, 0, 4, 2],
      c: [0, 2, 8, 2],
    });
  });

  it('stays within the grid', () => {
    expect(fit({ x: 20, y: -3, w: 5, h: 99 })).toEqual({ x: 7, y: 0, w: 5, h: 40 });
    expect(fit({ x: -1, y: 1.4, w: 0, h: 0 })).toEqual({ x: 0, y: 1, w: 1, h: 1 });
  });

  it('pushes its neighbours away when it grows', () => {
    const cards = [card('a', 0, 0), card('b', 4, 0)];
    expect(at(place(cards, 'a', { x: 0, y: 0, w: 8, h: 3 }))).toEqual({ a: [0, 0, 8, 3], b: [4, 3, 4, 2] });
  });

  it('never causes overlaps, in any order of moves', () => {
    let cards = Array.from({ length: 12 }, (_, n) => card(`c${n}`, (n % 3) * 4, 2 * Math.floor(n / 3)));
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % most;
    };
    for (let step = 0; step < 300; step++) {
      const wanted = { x: next(14) - 1, y: next(20), w: 1 + next(12), h: 1 + next(5) };
      cards = place(cards, `c${next(12)}`, wanted);
      for (const [n, one] of cards.entries()) {
        for (const other of cards.slice(n + 1)) {
          const apart =
            one.x + one.w <= other.x ||
            other.x + other.w <= one.x ||
            one.y + one.h <= other.y ||
            other.y + other.h <= one.y;
          expect(apart, JSON.stringify([one, other])).toBe(true);
        }
      }
      expect(at(compact(cards))).toEqual(at(cards));
    }
  });
});

describe('the keys of a card', () => {
  const cards = [card('a', 0, 0), card('b', 0, 2), card('c', 4, 0)];
  it.each([
    ['ArrowRight', false, { a: [1, 0, 4, 2], b: [0, 2, 4, 2], c: [4, 2, 4, 2] }],
    ['ArrowDown', false, { a: [0, 2, 4, 2], b: [0, 0, 4, 2], c: [4, 0, 4, 2] }],
    ['ArrowUp', false, { a: [0, 0, 4, 2], b: [0, 2, 4, 2], c: [4, 0, 4, 2] }],
    ['ArrowDown', true, { a: [0, 0, 4, 3], b: [0, 3, 4, 2], c: [4, 0, 4, 2] }],
    ['ArrowLeft', true, { a: [0, 0, 3, 2], b: [0, 2, 4, 2], c: [4, 0, 4, 2] }],
  ])('%s with Shift %s', (key, shift, expected) => {
    expect(at(placeByKey(cards, 'a', key, shift)!)).toEqual(expected);
  });

  it('move a card up past the one above it, and back', () => {
    const up = placeByKey(cards, 'b', 'ArrowUp', false)!;
    expect(at(up)).toEqual({ a: [0, 2, 4, 2], b: [0, 0, 4, 2], c: [4, 0, 4, 2] });
    expect(at(placeByKey(up, 'b', 'ArrowDown', false)!)).toEqual(at(cards));
  });

  it('are ignored except arrow keys', () => expect(placeByKey(cards, 'a', 'Tab', false)).toBeNull());
});

it('describes the position of a card', () => {
  expect(placeText(card('a', 3, 1, 1, 2))).toBe('Column 4, row 2, 1 column wide, 2 rows high');
});

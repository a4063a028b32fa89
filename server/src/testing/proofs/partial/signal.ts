import type { Random } from './random.ts';

/** A range of lengths of time in milliseconds. */
export type Span = readonly [least: number, most: number];

/** How a signal behaves: low, and high for a while now and then. */
export interface SignalShape {
  low: Span;
  high: Span;
  /** A high phase is as short as this with a probability of 0.4. */
  short?: Span;
  /** Phases without any point, before about a third of all low phases. */
  silence?: readonly Span[];
}

export interface Point {
  time: number;
  value: number;
}

const period: Span = [300, 800];

export const limit = 80;
const lowValue: Span = [60, limit - 1];
const highValue: Span = [limit + 1, 99];

/** The points of a signal from a time on, without end, in order of time. */
export function* signal(random: Random, from: number, shape: SignalShape): Generator<Point> {
  let time = from;
  function* phase(length: number, value: Span): Generator<Point> {
    for (const end = time + length; time < end; time += random.integer(period)) {
      yield { time, value: random.integer(value) };
    }
  }
  for (;;) {
    yield* phase(random.integer(shape.low), lowValue);
    if (shape.silence && random.chance(0.3)) {
      time += random.integer(random.pick(shape.silence));
      yield* phase(random.integer(shape.low), lowValue);
    }
    const isShort = shape.short !== undefined && random.chance(0.4);
    yield* phase(random.integer(isShort ? shape.short! : shape.high), highValue);
  }
}

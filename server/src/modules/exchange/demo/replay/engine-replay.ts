import type { EngineLife } from '../turbofan.ts';

const hour = 3_600_000;
const day = 24 * hour;
/**
 * Between two flights of an engine. With a mean life of 206 flights this gives 1.4 failures per day in a fleet of 100.
 */
export const flightInterval = 8 * hour;
/** From the last flight of a life to the first of the next one: no mean over 80 hours spans two lives. */
export const removalTime = 4 * day;
/** History before the anchor. */
const history = 120 * day;
/** Offset between the landings of two engines. */
const stagger = flightInterval / 100;
/** Spreads the engines over the stages of their lives; has no common divisor with most numbers of flights. */
const spread = 37;

/** A life of an engine, placed in time. Epoch milliseconds. */
export interface PlacedLife {
  life: EngineLife;
  firstFlight: number;
  lastFlight: number;
  /** When the next life begins. */
  replacedAt: number;
}

/**
 * Yields the lives of an engine without end: the recorded ones in their order, starting with its own. At 120 days
 * before the anchor the engine is in the first one.
 * @param unit number of the engine, from 1
 */
export function* placeLives(
  lives: readonly EngineLife[],
  unit: number,
  anchor: number,
): Generator<PlacedLife> {
  const first = lives[unit - 1]!;
  const flown = (unit * spread) % first.cycles;
  let firstFlight = anchor - history - flown * flightInterval + unit * stagger;
  for (let turn = 0; ; turn++) {
    const life = lives[(unit - 1 + turn) % lives.length]!;
    const lastFlight = firstFlight + (life.cycles - 1) * flightInterval;
    yield { life, firstFlight, lastFlight, replacedAt: lastFlight + removalTime };
    firstFlight = lastFlight + removalTime;
  }
}

/** What an engine does in a range of time. */
interface Flown {
  times: number[];
  /** By column of the sensors. */
  values: Map<string, number[]>;
  /** Lives whose replacement is completed. */
  ended: PlacedLife[];
}

/** Returns the flights of an engine with from < time <= to, and its removals that are completed in that range. */
export function flownBetween(
  lives: readonly EngineLife[],
  unit: number,
  anchor: number,
  from: number,
  to: number,
): Flown {
  const flown: Flown = {
    times: [],
    values: new Map([...lives[0]!.values.keys()].map((column) => [column, []])),
    ended: [],
  };
  for (const placed of placeLives(lives, unit, anchor)) {
    const { life, firstFlight, lastFlight, replacedAt } = placed;
    if (firstFlight > to) return flown;
    if (lastFlight > from) {
      const begin = Math.max(0, Math.floor((from - firstFlight) / flightInterval) + 1);
      const end = Math.min(life.cycles - 1, Math.floor((to - firstFlight) / flightInterval));
      for (let cycle = begin; cycle <= end; cycle++) {
        flown.times.push(firstFlight + cycle * flightInterval);
        for (const [column, values] of life.values) flown.values.get(column)!.push(values[cycle]!);
      }
    }
    if (replacedAt > from && replacedAt <= to) flown.ended.push(placed);
  }
  return flown;
}

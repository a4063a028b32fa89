import {
  type Alternative,
  buildChains,
  type Chain,
  type Choice,
  greedyLevels,
  type Point,
} from './budget-chains.ts';

export type { Alternative, Choice };

export interface BudgetChoice<A extends Alternative = Alternative> {
  /** In the order of the input. */
  chosen: { id: number; alternative: A }[];
  cost: number;
  gain: number;
  /** Whether the set is optimal; otherwise it is the best one found within the limit. */
  isExact: boolean;
  /** Upper bound of the gain of any set within the budget. */
  bound: number;
}

/** Maximum number of expanded states, which takes some tenths of a second. */
export const mostStates = 8_000_000;

/**
 * Finds the set of alternatives with the largest gain within a budget, at most one of each choice: the
 * multiple-choice knapsack problem. The search starts with the solution of the linear relaxation, rounded down. It
 * adds the choices to its core one by one, by turns the one with the highest return for more cost and the one with the
 * lowest loss for less cost. It keeps only states that no other state dominates in cost and gain, and whose bound by
 * the linear relaxation exceeds the best gain. Source: D. Pisinger, A minimal algorithm for the multiple-choice
 * knapsack problem, European Journal of Operational Research 83 (1995).
 *
 * @param limit maximum number of expanded states
 */
export function chooseWithinBudget<A extends Alternative>(
  choices: readonly Choice<A>[],
  budget: number,
  limit: number = mostStates,
): BudgetChoice<A> {
  const chains = buildChains(choices, budget);
  const found = searchCore(chains, budget, limit);
  const chosen = chains.flatMap(({ id, points }, place) => {
    const { alternative } = points[found.picks[place]!]!;
    return alternative === null ? [] : [{ id, alternative: alternative as A }];
  });
  const gain = chosen.reduce((sum, one) => sum + one.alternative.gain, 0);
  return {
    chosen,
    cost: chosen.reduce((sum, one) => sum + one.alternative.cost, 0),
    gain,
    isExact: found.isExact,
    bound: found.isExact ? gain : found.bound,
  };
}

interface Found {
  /** By chain: the index of its point. */
  picks: number[];
  isExact: boolean;
  bound: number;
}

/** States in order of cost, none dominated by another in cost and gain. */
interface States {
  count: number;
  cost: Float64Array;
  gain: Float64Array;
  /** The last step of each state. */
  step: Int32Array;
}

/** Relative tolerance for the rounding errors of sums. */
const atLeastBetter = 1 + 1e-12;

function searchCore(chains: readonly Chain[], budget: number, limit: number): Found {
  const start = greedyLevels(chains, budget);
  const picks = start.picks.slice();
  if (start.breakReturn === null) return { picks, isExact: true, bound: 0 };
  const { breakReturn, levels } = start;

  const base = { cost: 0, gain: 0 };
  const atBase = chains.map(({ points, hull }, place) => points[hull[levels[place]!]!]!);
  for (const { cost, gain } of atBase) {
    base.cost += cost;
    base.gain += gain;
  }
  const rootBound = base.gain + (budget - base.cost) * breakReturn;
  let bestGain = picks.reduce((sum, pick, place) => sum + chains[place]!.points[pick]!.gain, 0);
  let bestStep: number | null = null;

  // The gain of each chain per additional unit of cost, and its loss per saved unit.
  const up = ordered(chains, (place) => chains[place]!.returns[levels[place]!] ?? null, 'most');
  const down = ordered(chains, (place) => chains[place]!.returns[levels[place]! - 1] ?? null, 'least');
  const isInCore = new Uint8Array(chains.length);
  const computeBound = (cost: number, gain: number): number => {
    const other = cost <= budget ? up.next() : down.next();
    // Over the budget with no chain left to reduce the cost: not a valid set.
    if (other === null) return cost <= budget ? gain : 0;
    return gain + (budget - cost) * other;
  };

  const steps = new Steps();
  let states: States = {
    count: 1,
    cost: Float64Array.of(base.cost),
    gain: Float64Array.of(base.gain),
    step: Int32Array.of(none),
  };
  let expanded = 0;

  /** Adds a chain to the core: combines each state with each point of the chain. */
  function addToCore(place: number): void {
    const { points } = chains[place]!;
    const present = atBase[place]!;
    const moves: Move[] = [{ cost: 0, gain: 0, pick: none }];
    for (const [pick, point] of points.entries()) {
      if (point === present) continue;
      const [cost, gain] = [point.cost - present.cost, point.gain - present.gain];
      // Even at the break return, no set with this point can exceed the best gain.
      if (rootBound + gain - cost * breakReturn <= bestGain * atLeastBetter) continue;
      moves.push({ cost, gain, pick });
    }
    expanded += states.count * moves.length;
    const merge = new Merge(states, moves);
    const kept = emptyStates(states.count * moves.length);
    let highest = Number.NEGATIVE_INFINITY;
    while (merge.advance()) {
      const { cost, gain, from, move } = merge;
      if (gain <= highest) continue;
      highest = gain;
      const isBest = cost <= budget && gain > bestGain * atLeastBetter;
      if (!isBest && computeBound(cost, gain) <= bestGain * atLeastBetter) continue;
      const step = move.pick === none ? states.step[from]! : steps.add(states.step[from]!, place, move.pick);
      if (isBest) {
        bestGain = gain;
        bestStep = step;
      }
      kept.cost[kept.count] = cost;
      kept.gain[kept.count] = gain;
      kept.step[kept.count] = step;
      kept.count += 1;
    }
    states = kept;
  }

  const take = (order: Order): void => {
    const place = order.take(isInCore);
    if (place === null) return;
    isInCore[place] = 1;
    up.skip(isInCore);
    down.skip(isInCore);
    addToCore(place);
  };
  while (states.count > 0 && (up.next() !== null || down.next() !== null) && expanded < limit) {
    take(up);
    if (states.count > 0) take(down);
  }
  const isExact = states.count === 0 || (up.next() === null && down.next() === null);
  let bound = bestGain;
  if (!isExact) {
    for (let i = 0; i < states.count; i++)
      bound = Math.max(bound, computeBound(states.cost[i]!, states.gain[i]!));
  }
  if (bestStep !== null) {
    for (const [place, level] of levels.entries()) picks[place] = chains[place]!.hull[level]!;
    for (const { place, pick } of steps.changesTo(bestStep)) picks[place] = pick;
  }
  return { picks, isExact, bound };
}

/** The chains outside the core, in the order in which they are added to it. */
interface Order {
  /** The return of the next chain; null if none is left. */
  next(): number | null;
  /** Takes the next chain. @returns null if none is left */
  take(isInCore: Uint8Array): number | null;
  /** Skips the chains in the core. */
  skip(isInCore: Uint8Array): void;
}

function ordered(
  chains: readonly Chain[],
  getReturn: (place: number) => number | null,
  first: 'most' | 'least',
): Order {
  const entries = chains.flatMap((_, place) => {
    const value = getReturn(place);
    return value === null ? [] : [{ place, value }];
  });
  entries.sort((a, b) => (first === 'most' ? b.value - a.value : a.value - b.value));
  let at = 0;
  return {
    next: () => entries[at]?.value ?? null,
    take: () => entries[at]?.place ?? null,
    skip(isInCore) {
      while (at < entries.length && isInCore[entries[at]!.place] === 1) at += 1;
    },
  };
}

/** A change of a chain from its present point to another. */
interface Move extends Pick<Point, 'cost' | 'gain'> {
  /** Index of the point; `none` to keep the present one. */
  pick: number;
}

/** Iterates over all states with all moves, by ascending cost, then by descending gain. */
class Merge {
  cost = 0;
  gain = 0;
  from = 0;
  move: Move;
  readonly #states: States;
  readonly #moves: readonly Move[];
  /** By move: the next state. */
  readonly #at: Int32Array;

  constructor(states: States, moves: readonly Move[]) {
    this.#states = states;
    this.#moves = moves;
    this.#at = new Int32Array(moves.length);
    this.move = moves[0]!;
  }

  /** @returns false after the last. */
  advance(): boolean {
    const { count, cost, gain } = this.#states;
    let least = -1;
    for (let index = 0; index < this.#moves.length; index++) {
      const at = this.#at[index]!;
      if (at === count) continue;
      const move = this.#moves[index]!;
      const ofCost = cost[at]! + move.cost;
      const ofGain = gain[at]! + move.gain;
      if (least === -1 || ofCost < this.cost || (ofCost === this.cost && ofGain > this.gain)) {
        least = index;
        this.cost = ofCost;
        this.gain = ofGain;
      }
    }
    if (least === -1) return false;
    this.move = this.#moves[least]!;
    this.from = this.#at[least]!;
    this.#at[least] = this.from + 1;
    return true;
  }
}

const emptyStates = (size: number): States => ({
  count: 0,
  cost: new Float64Array(size),
  gain: new Float64Array(size),
  step: new Int32Array(size),
});

/** Marks a first step, or a move that keeps the present point. */
const none = -1;

/** The derivation of each state: its predecessor, and the chain that got another point. */
class Steps {
  #from = new Int32Array(1024);
  #place = new Int32Array(1024);
  #pick = new Int32Array(1024);
  #count = 0;

  add(from: number, place: number, pick: number): number {
    if (this.#count === this.#from.length) {
      this.#from = doubled(this.#from);
      this.#place = doubled(this.#place);
      this.#pick = doubled(this.#pick);
    }
    this.#from[this.#count] = from;
    this.#place[this.#count] = place;
    this.#pick[this.#count] = pick;
    return this.#count++;
  }

  /** Iterates over the chains whose point differs from the initial state, with that point. */
  *changesTo(step: number): Iterable<{ place: number; pick: number }> {
    for (let at = step; at !== none; at = this.#from[at]!) {
      yield { place: this.#place[at]!, pick: this.#pick[at]! };
    }
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

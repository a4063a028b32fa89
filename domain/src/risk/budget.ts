/** An improvement that may be chosen. */
export interface Candidate {
  id: number;
  /** A non-negative integer in the unit of the budget. */
  cost: number;
  /** The reduction of the risk. */
  gain: number;
}

export interface BudgetChoice {
  /** In the order of the input. */
  chosen: number[];
  cost: number;
  gain: number;
  /** Whether the set is optimal; otherwise it is the best one found within the limit. */
  isExact: boolean;
  /** Upper bound of the gain of any set within the budget. */
  bound: number;
}

/** Maximum number of states expanded before the search stops: some tenths of a second. */
const mostSets = 8_000_000;

/**
 * Finds the set of improvements with the largest gain within a budget: the 0/1 knapsack problem. The search
 * starts with the best returns, as many as fit, and expands in both directions: with or without the next
 * item, then with or without the last. It keeps only sets that no other set dominates in cost and gain, and
 * whose bound by the linear relaxation exceeds the best gain. Source: D. Pisinger, A minimal algorithm for
 * the 0-1 knapsack problem, Operations Research 45 (1997).
 */
export function chooseWithinBudget(candidates: readonly Candidate[], budget: number): BudgetChoice {
  const useful = candidates.filter(({ cost, gain }) => gain > 0 && cost <= budget);
  const free = useful.filter(({ cost }) => cost === 0);
  const items = useful
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => b.gain / b.cost - a.gain / a.cost || a.cost - b.cost);
  const found = searchAroundBreak(items, budget);
  const ids = new Set([...free, ...found.chosen].map(({ id }) => id));
  const freeGain = free.reduce((sum, { gain }) => sum + gain, 0);
  const chosen = candidates.filter(({ id }) => ids.has(id));
  const gain = chosen.reduce((sum, one) => sum + one.gain, 0);
  return {
    chosen: chosen.map(({ id }) => id),
    cost: chosen.reduce((sum, { cost }) => sum + cost, 0),
    gain,
    isExact: found.isExact,
    bound: found.isExact ? gain : freeGain + found.bound,
  };
}

interface Found {
  chosen: Candidate[];
  isExact: boolean;
  bound: number;
}

/** Sets in order of cost, none dominated by another in cost and gain. */
interface Sets {
  count: number;
  cost: Float64Array;
  gain: Float64Array;
  /** The last step of each set. */
  step: Int32Array;
}

/** Relative tolerance: sums of fractions differ in their last digits. */
const atLeastBetter = 1 + 1e-12;

/** @param items with costs above 0 and up to the budget, best return first */
function searchAroundBreak(items: readonly Candidate[], budget: number): Found {
  const start = greedy(items, budget);
  const breakAt = items.findIndex((_, place) => !start.has(place));
  if (breakAt === -1) return { chosen: [...items], isExact: true, bound: 0 };

  const steps = new Steps();
  let bestStep: number | null = null;
  let bestGain = 0;
  for (const place of start) bestGain += items[place]!.gain;
  const first = items.slice(0, breakAt);
  const firstCost = first.reduce((sum, { cost }) => sum + cost, 0);
  const firstGain = first.reduce((sum, { gain }) => sum + gain, 0);
  const breakReturn = items[breakAt]!.gain / items[breakAt]!.cost;
  const firstBound = firstGain + (budget - firstCost) * breakReturn;

  /** The next item to add, and the next one to remove. */
  let next = breakAt;
  let last = breakAt - 1;
  const boundOf = (cost: number, gain: number): number => {
    const other = items[cost <= budget ? next : last];
    // Too expensive, and no item is left to remove: not a valid set.
    if (!other) return cost <= budget ? gain : 0;
    return gain + ((budget - cost) * other.gain) / other.cost;
  };

  let sets: Sets = {
    count: 1,
    cost: Float64Array.of(firstCost),
    gain: Float64Array.of(firstGain),
    step: Int32Array.of(none),
  };
  let gone = 0;

  /** Extends the sets by each of them with one item more (1) or less (-1). */
  function branch(place: number, sign: 1 | -1): void {
    gone += sets.count;
    const { cost, gain } = items[place]!;
    // No set with this change is better than the best, even with the return of the first item that did not
    // fit.
    const isIdle = firstBound + sign * (gain - cost * breakReturn) <= bestGain * atLeastBetter;
    const kept = emptySets(isIdle ? sets.count : 2 * sets.count);
    let highest = Number.NEGATIVE_INFINITY;
    let as = 0;
    let changed = isIdle ? sets.count : 0;
    while (as < sets.count || changed < sets.count) {
      const changedCost = changed < sets.count ? sets.cost[changed]! + sign * cost : Number.POSITIVE_INFINITY;
      const changedGain = changed < sets.count ? sets.gain[changed]! + sign * gain : 0;
      const asCost = as < sets.count ? sets.cost[as]! : Number.POSITIVE_INFINITY;
      const isAs = asCost < changedCost || (asCost === changedCost && sets.gain[as]! >= changedGain);
      const ofCost = isAs ? asCost : changedCost;
      const ofGain = isAs ? sets.gain[as]! : changedGain;
      const from = isAs ? sets.step[as++]! : sets.step[changed++]!;
      if (ofGain <= highest) continue;
      highest = ofGain;
      const isBest = ofCost <= budget && ofGain > bestGain * atLeastBetter;
      if (!isBest && boundOf(ofCost, ofGain) <= bestGain * atLeastBetter) continue;
      const step = isAs ? from : steps.add(from, place);
      if (isBest) {
        bestGain = ofGain;
        bestStep = step;
      }
      kept.cost[kept.count] = ofCost;
      kept.gain[kept.count] = ofGain;
      kept.step[kept.count] = step;
      kept.count += 1;
    }
    sets = kept;
  }

  while (sets.count > 0 && (next < items.length || last >= 0) && gone < mostSets) {
    if (next < items.length) branch(next++, 1);
    if (last >= 0) branch(last--, -1);
  }
  const isExact = sets.count === 0 || (next >= items.length && last < 0);
  let bound = bestGain;
  if (!isExact) {
    for (let i = 0; i < sets.count; i++) bound = Math.max(bound, boundOf(sets.cost[i]!, sets.gain[i]!));
  }
  if (bestStep === null) return { chosen: items.filter((_, place) => start.has(place)), isExact, bound };
  const changes = steps.changesTo(bestStep);
  const chosen = items.filter((_, place) => place < breakAt !== changes.has(place));
  return { chosen, isExact, bound };
}

/** The indices of the items chosen greedily: each one that still fits, from the first on. */
function greedy(items: readonly Candidate[], budget: number): Set<number> {
  const places = new Set<number>();
  let room = budget;
  for (const [place, { cost }] of items.entries()) {
    if (cost > room) continue;
    room -= cost;
    places.add(place);
  }
  return places;
}

const emptySets = (size: number): Sets => ({
  count: 0,
  cost: new Float64Array(size),
  gain: new Float64Array(size),
  step: new Int32Array(size),
});

/** The set that the search starts with. */
const none = -1;

/** The derivation of each set: its predecessor, and the item added or removed. */
class Steps {
  #from = new Int32Array(1024);
  #place = new Int32Array(1024);
  #count = 0;

  add(from: number, place: number): number {
    if (this.#count === this.#from.length) {
      this.#from = doubled(this.#from);
      this.#place = doubled(this.#place);
    }
    this.#from[this.#count] = from;
    this.#place[this.#count] = place;
    return this.#count++;
  }

  /** The indices of the items in which a set differs from the first set. */
  changesTo(step: number): Set<number> {
    const places = new Set<number>();
    for (let at = step; at !== none; at = this.#from[at]!) places.add(this.#place[at]!);
    return places;
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

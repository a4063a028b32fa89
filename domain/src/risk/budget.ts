/** An improvement that may be chosen. */
export interface Candidate {
  id: number;
  /** Whole, not negative, in the unit of the budget. */
  cost: number;
  /** What it takes off the risk. */
  gain: number;
}

export interface BudgetChoice {
  /** In the order in which they were given. */
  chosen: number[];
  cost: number;
  gain: number;
  /** Whether no other set within the budget gains more; else it is the best that was found in time. */
  isExact: boolean;
  /** What no set within the budget can gain more than. */
  bound: number;
}

/** Turns back of the search before it is given up: some tenths of a second. */
const mostTurns = 2_000_000;
/** Cells of the table that is filled where the search is given up. */
const mostCells = 200_000_000;

/**
 * The set of improvements that gains most within a budget: the 0/1 knapsack problem. It is searched depth first, the
 * best return first, cutting what can't gain more even if improvements could be bought in parts. Where many of
 * them are all but alike the search would not end: then a table over all amounts finds it, if whole money leaves few
 * enough of them. Source: Martello and Toth, Knapsack Problems, 1990, chapter 2: Horowitz and Sahni's search, and
 * dynamic programming.
 */
export function chooseWithinBudget(candidates: readonly Candidate[], budget: number): BudgetChoice {
  const useful = candidates.filter(({ cost, gain }) => gain > 0 && cost <= budget);
  const free = useful.filter(({ cost }) => cost === 0);
  const items = useful
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => b.gain / b.cost - a.gain / a.cost || a.cost - b.cost);
  const search = searchDepthFirst(items, budget);
  const found = search.isExact ? search : (fillTable(items, budget) ?? search);
  const ids = new Set([...free, ...found.chosen].map(({ id }) => id));
  const freeGain = free.reduce((sum, { gain }) => sum + gain, 0);
  const chosen = candidates.filter(({ id }) => ids.has(id));
  const gain = chosen.reduce((sum, one) => sum + one.gain, 0);
  return {
    chosen: chosen.map(({ id }) => id),
    cost: chosen.reduce((sum, { cost }) => sum + cost, 0),
    gain,
    isExact: found.isExact,
    bound: found.isExact ? gain : freeGain + search.bound,
  };
}

interface Found {
  chosen: Candidate[];
  isExact: boolean;
  bound: number;
}

/** @param items with costs above 0, the best return first */
function searchDepthFirst(items: readonly Candidate[], budget: number): Found {
  const count = items.length;
  const costs = new Float64Array(count + 1);
  const gains = new Float64Array(count + 1);
  items.forEach(({ cost, gain }, index) => {
    costs[index + 1] = costs[index]! + cost;
    gains[index + 1] = gains[index]! + gain;
  });
  /** What the items from a place on can gain at most: whole ones as long as they fit, then a part of the next. */
  const boundFrom = (place: number, room: number): number => {
    let low = place;
    let high = count;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (costs[middle]! - costs[place]! <= room) low = middle;
      else high = middle - 1;
    }
    const whole = gains[low]! - gains[place]!;
    const next = items[low];
    return next ? whole + ((room - (costs[low]! - costs[place]!)) * next.gain) / next.cost : whole;
  };

  const bound = boundFrom(0, budget);
  const taken: number[] = [];
  let best: number[] = [];
  let bestGain = 0;
  let room = budget;
  let gain = 0;
  let place = 0;
  for (let turns = 0; turns < mostTurns; turns++) {
    // Sums of fractions differ in their last digits: what is better by less is not.
    while (place < count && gain + boundFrom(place, room) > bestGain * (1 + 1e-12)) {
      const { cost, gain: more } = items[place]!;
      if (cost <= room) {
        taken.push(place);
        room -= cost;
        gain += more;
      }
      place += 1;
    }
    if (place === count && gain > bestGain) {
      best = [...taken];
      bestGain = gain;
    }
    const last = taken.pop();
    if (last === undefined) return { chosen: best.map((at) => items[at]!), isExact: true, bound: bestGain };
    room += items[last]!.cost;
    gain -= items[last]!.gain;
    place = last + 1;
  }
  return { chosen: best.map((at) => items[at]!), isExact: false, bound };
}

/** @returns null where the table would be too large. */
function fillTable(items: readonly Candidate[], budget: number): Found | null {
  const unit = items.reduce((divisor, { cost }) => greatestCommonDivisor(divisor, cost), 0);
  const width = Math.floor(budget / unit) + 1;
  if (items.length * width > mostCells) return null;
  const gains = new Float64Array(width);
  const rowBytes = Math.ceil(width / 8);
  const isTaken = new Uint8Array(items.length * rowBytes);
  items.forEach(({ cost, gain }, index) => {
    const units = cost / unit;
    for (let amount = width - 1; amount >= units; amount--) {
      const withIt = gains[amount - units]! + gain;
      if (withIt <= gains[amount]!) continue;
      gains[amount] = withIt;
      const cell = index * rowBytes + (amount >> 3);
      isTaken[cell] = isTaken[cell]! | (1 << (amount & 7));
    }
  });
  const chosen: Candidate[] = [];
  let amount = width - 1;
  for (let index = items.length - 1; index >= 0; index--) {
    if ((isTaken[index * rowBytes + (amount >> 3)]! & (1 << (amount & 7))) === 0) continue;
    chosen.push(items[index]!);
    amount -= items[index]!.cost / unit;
  }
  return { chosen, isExact: true, bound: gains[width - 1]! };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** One way to improve something. */
export interface Alternative {
  /** A non-negative integer in the unit of the budget. */
  cost: number;
  /** The reduction of the risk. */
  gain: number;
}

/** Alternatives of which at most one is chosen. */
export interface Choice<A extends Alternative = Alternative> {
  id: number;
  alternatives: readonly A[];
}

/** A possible result of a choice: no alternative, or one that gains more than all cheaper ones. */
export interface Point {
  cost: number;
  gain: number;
  /** Null if no alternative is chosen. */
  alternative: Alternative | null;
}

/** The points of a choice that no other point dominates, ascending in cost and in gain. */
export interface Chain {
  id: number;
  points: readonly Point[];
  /** Indices of the points on the upper concave hull: the linear relaxation chooses among them. */
  hull: readonly number[];
  /** Additional gain per cost from each point of the hull to the next one, descending. */
  returns: readonly number[];
}

/** Builds the chains of the choices with at least one alternative that has a gain and fits the budget. */
export function buildChains(choices: readonly Choice[], budget: number): Chain[] {
  return choices.flatMap(({ id, alternatives }) => {
    const points = undominated(alternatives, budget);
    if (points.length === 1 && points[0]!.alternative === null) return [];
    const hull = computeHull(points);
    const returns = hull.slice(1).map((to, at) => slope(points[hull[at]!]!, points[to]!));
    return [{ id, points, hull, returns }];
  });
}

function undominated(alternatives: readonly Alternative[], budget: number): Point[] {
  const points: Point[] = [{ cost: 0, gain: 0, alternative: null }];
  const useful = alternatives
    .filter(({ cost, gain }) => gain > 0 && cost <= budget)
    .toSorted((a, b) => a.cost - b.cost || b.gain - a.gain);
  for (const alternative of useful) {
    const { cost, gain } = alternative;
    const last = points.at(-1)!;
    if (gain <= last.gain) continue;
    if (cost === last.cost) points.pop();
    points.push({ cost, gain, alternative });
  }
  return points;
}

const slope = (from: Point, to: Point): number => (to.gain - from.gain) / (to.cost - from.cost);

/** Source: A. M. Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979. */
function computeHull(points: readonly Point[]): number[] {
  const hull: number[] = [];
  for (const [index, point] of points.entries()) {
    while (hull.length > 1) {
      const [before, last] = [points[hull.at(-2)!]!, points[hull.at(-1)!]!];
      if (slope(before, last) > slope(last, point)) break;
      hull.pop();
    }
    hull.push(index);
  }
  return hull;
}

export interface Start {
  /** By chain: the index on its hull in the solution of the linear relaxation, rounded down. */
  levels: number[];
  /** By chain: the index of its point in the first valid set, after filling up the remaining budget. */
  picks: number[];
  /** The return at which the budget is used up; null if everything fits. */
  breakReturn: number | null;
}

/** Solves the linear relaxation: takes the steps along the hulls by descending return, as long as they fit. */
export function greedyLevels(chains: readonly Chain[], budget: number): Start {
  const steps = chains
    .flatMap(({ returns }, place) => returns.map((value, level) => ({ place, level, value })))
    .sort((a, b) => b.value - a.value || a.level - b.level);
  const reached = chains.map(() => 0);
  let levels: number[] | null = null;
  let breakReturn: number | null = null;
  let room = budget - chains.reduce((sum, { points }) => sum + points[0]!.cost, 0);
  for (const { place, level, value } of steps) {
    if (reached[place] !== level) continue;
    const { points, hull } = chains[place]!;
    const cost = points[hull[level + 1]!]!.cost - points[hull[level]!]!.cost;
    if (cost > room) {
      levels ??= reached.slice();
      breakReturn ??= value;
      continue;
    }
    room -= cost;
    reached[place] = level + 1;
  }
  const picks = reached.map((level, place) => chains[place]!.hull[level]!);
  return { levels: levels ?? reached, picks, breakReturn };
}

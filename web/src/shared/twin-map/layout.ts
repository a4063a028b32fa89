/** The input of a map layout: items in nested groups. */
export interface MapInput {
  /** Weight of each item, at least 0. */
  weights: readonly number[];
  /** Index of the group of each item. */
  group: readonly number[];
  /** Index of the parent of each group; null at the top. A parent precedes its children. */
  parents: readonly (number | null)[];
}

/** Rectangles in pixels, four numbers each: left, top, width, height. */
export interface MapLayout {
  items: Float64Array;
  groups: Float64Array;
  /** Nesting depth of each group. */
  depth: Uint8Array;
  /** Height of the heading of each group; 0 if it does not fit. */
  headings: Float64Array;
}

const gap = 2;
const headingHeight = 18;
/** Minimum size of a group with a heading, in pixels. */
const leastHeading = { width: 56, height: 44 };
/** Minimum weight of an item as a share of the mean weight, so that it stays visible. */
const leastShare = 0.05;

interface Node {
  weight: number;
  /** Index of the item or group. */
  at: number;
  isGroup: boolean;
}
type Rectangle = readonly [left: number, top: number, width: number, height: number];

/**
 * A squarified tree map: the area of an item is proportional to its weight.
 * Source: Bruls, Huizing, van Wijk: Squarified treemaps, 2000.
 */
export function layoutMap({ weights, group, parents }: MapInput, width: number, height: number): MapLayout {
  const layout: MapLayout = {
    items: new Float64Array(4 * weights.length),
    groups: new Float64Array(4 * parents.length),
    depth: new Uint8Array(parents.length),
    headings: new Float64Array(parents.length),
  };
  const tree = buildTree(weights, group, parents);
  parents.forEach((parent, i) => {
    layout.depth[i] = parent === null ? 0 : layout.depth[parent]! + 1;
  });
  const place = (nodes: readonly Node[], rectangle: Rectangle): void =>
    squarify(nodes, rectangle, (node, own) => {
      (node.isGroup ? layout.groups : layout.items).set(own, 4 * node.at);
      if (!node.isGroup) return;
      const [left, top, ownWidth, ownHeight] = own;
      const heading = ownWidth >= leastHeading.width && ownHeight >= leastHeading.height ? headingHeight : 0;
      layout.headings[node.at] = heading;
      const margin = Math.min(gap, ownWidth / 4, ownHeight / 4);
      place(tree.children[node.at]!, [
        left + margin,
        top + Math.max(heading, margin),
        ownWidth - 2 * margin,
        ownHeight - Math.max(heading, margin) - margin,
      ]);
    });
  place(tree.roots, [0, 0, width, height]);
  return layout;
}

function buildTree(
  weights: readonly number[],
  group: readonly number[],
  parents: readonly (number | null)[],
): { roots: Node[]; children: Node[][] } {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
  // Below the numeric precision, all items get the same size.
  const least = mean < Number.EPSILON ? 1 : leastShare * mean;
  const children: Node[][] = parents.map(() => []);
  weights.forEach((weight, at) => {
    children[group[at]!]!.push({ weight: Math.max(weight, least), at, isGroup: false });
  });
  const roots: Node[] = [];
  // Parents precede their children, so in reverse order the weights of all children are known.
  for (let at = parents.length - 1; at >= 0; at -= 1) {
    const below = children[at]!;
    if (below.length === 0) continue;
    below.sort((one, other) => other.weight - one.weight);
    const weight = below.reduce((sum, node) => sum + node.weight, 0);
    const parent = parents[at];
    (parent == null ? roots : children[parent]!).push({ weight, at, isGroup: true });
  }
  roots.sort((one, other) => other.weight - one.weight);
  return { roots, children };
}

/** Divides a rectangle among nodes, the heaviest first, in rows whose tiles are as square as possible. */
function squarify(
  nodes: readonly Node[],
  [left, top, width, height]: Rectangle,
  place: (node: Node, rectangle: Rectangle) => void,
): void {
  const total = nodes.reduce((sum, { weight }) => sum + weight, 0);
  const scale = (Math.max(0, width) * Math.max(0, height)) / total;
  let [x, y, w, h] = [left, top, Math.max(0, width), Math.max(0, height)];
  for (let from = 0; from < nodes.length; ) {
    const side = Math.min(w, h);
    let sum = 0;
    let worst = Number.POSITIVE_INFINITY;
    let to = from;
    for (; to < nodes.length; to += 1) {
      const next = sum + nodes[to]!.weight * scale;
      const square = side * side;
      const ratio = Math.max(
        (square * nodes[from]!.weight * scale) / (next * next),
        (next * next) / (square * nodes[to]!.weight * scale),
      );
      if (ratio > worst) break;
      worst = ratio;
      sum = next;
    }
    // Without an area, every ratio is NaN, and one row takes all remaining nodes.
    const thickness = side === 0 ? 0 : sum / side;
    let along = 0;
    for (; from < to; from += 1) {
      const length = thickness === 0 ? 0 : (nodes[from]!.weight * scale) / thickness;
      place(nodes[from]!, w >= h ? [x, y + along, thickness, length] : [x + along, y, length, thickness]);
      along += length;
    }
    if (w >= h) {
      x += thickness;
      w = Math.max(0, w - thickness);
    } else {
      y += thickness;
      h = Math.max(0, h - thickness);
    }
  }
}

/** Areas are rounded to multiples of this before sorting, in square pixels. */
const leastArea = 1 / 64;

/** The items, largest area first. */
export function byArea({ items }: MapLayout): Uint32Array {
  const count = items.length / 4;
  // Area and index in one number: sorting numbers natively is ten times as fast as with a comparison function.
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at += 1)
    keys[at] = Math.floor((items[4 * at + 2]! * items[4 * at + 3]!) / leastArea) * count + at;
  keys.sort();
  const places = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) places[at] = keys[count - 1 - at]! % count;
  return places;
}

/** The item at a point; null between items. */
export function itemAt({ items }: MapLayout, x: number, y: number): number | null {
  for (let i = 0; i < items.length; i += 4) {
    if (
      x >= items[i]! &&
      x < items[i]! + items[i + 2]! &&
      y >= items[i + 1]! &&
      y < items[i + 1]! + items[i + 3]!
    )
      return i / 4;
  }
  return null;
}

/** The group whose heading is at a point, the innermost one; null outside headings. */
export function headingAt({ groups, headings }: MapLayout, x: number, y: number): number | null {
  for (let at = headings.length - 1; at >= 0; at -= 1) {
    const [left, top, width] = groups.subarray(4 * at) as unknown as Rectangle;
    if (x >= left && x < left + width && y >= top && y < top + headings[at]!) return at;
  }
  return null;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The nearest item in a direction, preferring items in line; the same item at the edge. */
export function nextItem({ items }: MapLayout, from: number, direction: Direction): number {
  const centerX = (at: number) => items[4 * at]! + items[4 * at + 2]! / 2;
  const centerY = (at: number) => items[4 * at + 1]! + items[4 * at + 3]! / 2;
  const isAcross = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < items.length / 4; at += 1) {
    const [x, y] = [centerX(at) - centerX(from), centerY(at) - centerY(from)];
    const ahead = sign * (isAcross ? x : y);
    if (ahead <= 0.01) continue;
    const distance = ahead + 2 * Math.abs(isAcross ? y : x);
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

/** Seconds for which a watched value stays on one side of its limit. */
export const stretch = 5;

/** Number of items that cross their limit and are watched. */
const watchedItems = 100;

/** Whether an item crosses its limit periodically. The others stay below it, as in a healthy plant. */
export const isWatched = (items: number, item: number): boolean =>
  item % Math.max(1, Math.floor(items / watchedItems)) === 0;

/** Whether a watched item is above its limit of 90. @param second since 1970 */
export const isHigh = (item: number, second: number): boolean =>
  Math.floor((second + item) / stretch) % 2 === 1;

/** Returns the second of the last limit crossing of a watched item. */
export const crossedAt = (item: number, second: number): number => second - ((second + item) % stretch);

/** Returns a value that changes each second. The mean of a watched item over a minute stays low. */
export function valueAt(items: number, item: number, second: number): number {
  const part = ((item + second * 7) % 10) / 10;
  if (!isWatched(items, item)) return 40 + part;
  return part + (isHigh(item, second) ? 95 : -95);
}

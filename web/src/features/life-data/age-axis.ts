/**
 * Labels of a logarithmic axis of ages: the first at or below the minimum, the last at or above the maximum. Uses 1, 2
 * and 5 of each decade, or only decades if there are more than three.
 * @param least above 0
 */
export function ageTicks(least: number, greatest: number): number[] {
  const low = Math.floor(Math.log10(least)) - 1;
  const high = Math.ceil(Math.log10(greatest)) + 1;
  const decades = high - low - 2;
  const every = Math.max(1, Math.ceil(decades / 8));
  const steps = decades > 3 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let decade = low; decade < high + every; decade += every) {
    for (const step of steps) ticks.push(Number(`${step}e${decade}`));
  }
  const first = ticks.findLastIndex((tick) => tick <= least);
  const last = ticks.findIndex((tick) => tick >= greatest);
  return ticks.slice(first, last + 1);
}

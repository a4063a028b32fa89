/** The inputs of the risk of assets, one array per field. Scales and times are in days. */
export interface Lives {
  shape: Float64Array;
  scale: Float64Array;
  days: Float64Array;
  consequence: Float64Array;
}

/** Creates `count` lives. */
export function createLives(count: number): Lives {
  const field = (of: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => of(i));
  return {
    shape: field((i) => 1 + (i % 20) / 10),
    scale: field((i) => 300 + (i % 2000)),
    days: field((i) => 100 + (i % 700)),
    consequence: field((i) => 1000 * (1 + (i % 500))),
  };
}

/** Sums the risks in a bare loop: whole percent of failure times cost of failure. */
export function sumRisk({ shape, scale, days, consequence }: Lives): number {
  let risk = 0;
  for (let i = 0; i < shape.length; i++) {
    const percent = -100 * Math.expm1(-((days[i]! / scale[i]!) ** shape[i]!));
    risk += (Math.floor(percent + 1e-9) * consequence[i]!) / 100;
  }
  return risk;
}

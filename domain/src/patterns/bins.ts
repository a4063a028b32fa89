/** Maximum number of bins of a feature. */
const mostBins = 128;
/** Maximum number of values for calculating quantiles. */
const sampled = 20_000;

/** A feature whose values are replaced by bin numbers. */
export interface BinnedFeature {
  /** Upper edges of all bins but the last, ascending: bin b holds edges[b - 1] < value <= edges[b]. */
  readonly edges: Float32Array;
  /** Bin number by row. */
  readonly bins: Uint8Array;
}

/**
 * Divides a feature into bins with about equally many rows.
 * @param rows of `width` features each
 */
export function binFeature(rows: Float32Array, width: number, feature: number): BinnedFeature {
  const count = rows.length / width;
  const step = Math.max(1, Math.floor(count / sampled));
  const sample = new Float32Array(Math.ceil(count / step));
  for (let i = 0; i < sample.length; i++) sample[i] = rows[i * step * width + feature]!;
  sample.sort();
  const edges: number[] = [];
  for (let bin = 1; bin < mostBins; bin++) {
    const edge = sample[Math.floor((bin * sample.length) / mostBins)]!;
    if (edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY) && edge < sample.at(-1)!) edges.push(edge);
  }
  const kept = Float32Array.from(edges);
  const bins = new Uint8Array(count);
  for (let row = 0; row < count; row++) bins[row] = findBin(kept, rows[row * width + feature]!);
  return { edges: kept, bins };
}

/** The number of edges below a value. */
function findBin(edges: Float32Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

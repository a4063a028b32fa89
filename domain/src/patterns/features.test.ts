import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FeatureStream, featureCount } from './features.ts';

const createLayout = (windows: number[]) => ({
  centers: Float64Array.of(10, -3),
  scales: Float64Array.of(2, 0.5),
  windows,
});

function computeFeatures(windows: number[], rows: Float64Array): number[] {
  const layout = createLayout(windows);
  const stream = new FeatureStream(layout);
  const features = new Float32Array(featureCount(layout));
  for (let row = 0; row < rows.length / 2; row++) stream.push(rows, row * 2);
  stream.read(features, 0);
  return [...features];
}

/** A literal implementation of the definition, from the rows of each window. */
function plainFeatures(windows: number[], rows: Float64Array): number[] {
  const { centers, scales } = createLayout(windows);
  return [0, 1].flatMap((input) => {
    const all = Array.from({ length: rows.length / 2 }, (_, row) =>
      Math.max(-20, Math.min(20, (rows[row * 2 + input]! - centers[input]!) / scales[input]!)),
    );
    const figures = windows.flatMap((length) => {
      const values = all.slice(-length);
      const mean = values.reduce((sum, value) => sum + value, 0) / length;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length;
      const middle = (length - 1) / 2;
      const above = values.reduce((sum, value, k) => sum + (k - middle) * (value - mean), 0);
      const below = values.reduce((sum, _, k) => sum + (k - middle) ** 2, 0);
      return [mean, Math.sqrt(variance), below === 0 ? 0 : (above / below) * length];
    });
    const longest = all.slice(-windows.at(-1)!);
    return [all.at(-1)!, ...figures, Math.min(...longest), Math.max(...longest)];
  });
}

const windows = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 })
  .map((all) => all.toSorted((a, b) => a - b));
const rows = (count: number) =>
  fc
    .array(fc.double({ min: -200, max: 200, noNaN: true }), { minLength: 2 * count, maxLength: 2 * count })
    .map((values) => Float64Array.from(values));

it('features equal the definition for the rows of each window', () => {
  fc.assert(
    fc.property(windows, rows(60), (lengths, values) => {
      const found = computeFeatures(lengths, values);
      for (const [index, expected] of plainFeatures(lengths, values).entries()) {
        expect(Math.abs(found[index]! - expected)).toBeLessThan(2e-3);
      }
    }),
  );
});

it('features depend only on the rows of the longest window, bit for bit', () => {
  fc.assert(
    fc.property(windows, rows(60), fc.integer({ min: 0, max: 30 }), (lengths, values, begin) => {
      expect(computeFeatures(lengths, values.subarray(2 * begin))).toEqual(computeFeatures(lengths, values));
    }),
  );
});

it('features are available once the longest window is full since the last reset', () => {
  const stream = new FeatureStream(createLayout([2, 3]));
  const push = () => stream.push(Float64Array.of(1, 2), 0);
  expect([push(), push(), push(), push()]).toEqual([false, false, true, true]);
  stream.reset();
  expect([push(), push(), push()]).toEqual([false, false, true]);
});

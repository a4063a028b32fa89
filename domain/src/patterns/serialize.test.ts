import fc from 'fast-check';
import { expect, it } from 'vitest';
import { featureCount } from './features.ts';
import type { PatternModel, Strictness } from './model.ts';
import { createRandom } from './random.ts';
import { deserializeModel, serializeModel, UnreadableModel } from './serialize.ts';
import { trainModel } from './train.ts';

function train(seed: number, strictness: Strictness = 'normal'): PatternModel {
  const random = createRandom(seed);
  const ranges = [0, 1, 2].map((label) => {
    const values = Float64Array.from({ length: 60 }, () => random.integer(1000) / 500 + label);
    return { label, lead: 0, grid: { start: 0, step: 1000, inputs: 2, values } };
  });
  const settings = { inputs: 2, classes: 3, windows: [1, 3], strictness, confidence: 0.4 };
  return trainModel(ranges, settings).model;
}

const plain = ({ trees, ...rest }: PatternModel) => ({
  ...rest,
  trees: trees.map(({ feature, threshold, right, leaves }) => ({ feature, threshold, right, leaves })),
});

it.each(['lenient', 'normal', 'strict'] as const)('restores a %s model', (strictness) => {
  const model = train(1, strictness);
  const bytes = serializeModel(model);
  expect(deserializeModel(bytes)).toEqual(plain(model));
  // Also as a view of a larger buffer.
  const larger = new Uint8Array(bytes.length + 7);
  larger.set(bytes, 7);
  expect(deserializeModel(larger.subarray(7))).toEqual(plain(model));
});

it('rejects a model without trees, and one with an invalid feature', () => {
  const model = train(1, 'normal');
  expect(() => deserializeModel(serializeModel({ ...model, trees: [] }))).toThrow(UnreadableModel);
  const [first, ...others] = model.trees;
  const features = featureCount(model.layout);
  const cutAt = (feature: number) => {
    const cuts = first!.feature.map((own) => (own < 0 ? own : feature));
    return deserializeModel(serializeModel({ ...model, trees: [{ ...first!, feature: cuts }, ...others] }));
  };
  expect(cutAt(features - 1).trees[0]!.feature).toContain(features - 1);
  expect(() => cutAt(features)).toThrow(UnreadableModel);
});

it.each(['normal', 'strict'] as const)(
  'rejects another format version, and truncated or surplus bytes, of a %s model',
  (strictness) => {
    const bytes = serializeModel(train(1, strictness));
    const other = Uint8Array.from(bytes);
    other[0] = 3;
    expect(() => deserializeModel(other)).toThrow('The model has format 3; this program reads 1 and 2.');
    expect(() => deserializeModel(new Uint8Array(0))).toThrow(UnreadableModel);
    expect(() => deserializeModel(new Uint8Array([...bytes, 0]))).toThrow(UnreadableModel);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (length) => {
        expect(() => deserializeModel(bytes.subarray(0, length))).toThrow(UnreadableModel);
      }),
    );
  },
);

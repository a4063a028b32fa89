import { serializeModel } from '@twinward/domain/patterns/serialize';
import { trainModel } from '@twinward/domain/patterns/train';
import { expect, it } from 'vitest';
import { ModelCache } from './model-cache.ts';

/** A model of one input that is low or high. */
function createModel(rows: number): Uint8Array {
  const range = (label: number) => ({
    label,
    lead: 0,
    grid: {
      start: 0,
      step: 1000,
      inputs: 1,
      values: Float64Array.from({ length: rows }, (_, i) => 10 * label + (i % 7)),
    },
  });
  const settings = { inputs: 1, classes: 2, windows: [2], strictness: 'normal', confidence: 0.25 } as const;
  return serializeModel(trainModel([range(0), range(1)], settings).model);
}

it('keeps the most recently used models within its memory limit', () => {
  const model = createModel(60);
  const probe = new ModelCache();
  probe.add('a', model);
  const cache = new ModelCache(2 * probe.bytes);
  const first = cache.add('a', model);
  cache.add('b', model);
  expect(cache.get('a')).toBe(first);
  cache.add('c', model);
  expect([cache.get('a'), cache.get('b') === null, cache.bytes]).toEqual([first, true, 2 * probe.bytes]);
  // A model that exceeds the limit is kept until the next one is added.
  const small = new ModelCache(1);
  small.add('a', model);
  expect(small.get('a')).not.toBeNull();
  small.add('b', model);
  expect(small.get('a')).toBeNull();
});

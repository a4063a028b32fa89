import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, findDifferences, sortNames, toStableJson } from './json.ts';

describe('stable JSON', () => {
  it('sorts the names of objects and keeps the order of arrays', () => {
    expect(toStableJson({ b: [3, 1], a: { d: null, c: 'x' } })).toBe(
      '{\n  "a": {\n    "c": "x",\n    "d": null\n  },\n  "b": [\n    3,\n    1\n  ]\n}',
    );
  });

  it('returns the same text for values that differ only in the order of names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(toStableJson(turned)).toBe(toStableJson(value));
        expect(findDifferences(turned, value)).toEqual([]);
      }),
    );
  });

  it('omits undefined values', () => {
    expect(sortNames({ b: undefined, a: 1 })).toEqual({ a: 1 });
    expect(findDifferences({ a: 1, b: undefined }, { a: 1 })).toEqual([]);
  });
});

describe('findDifferences', () => {
  it('returns the path and both values', () => {
    const before = { name: 'a', items: [{ value: 1 }, { value: 2 }], old: true };
    const after = { name: 'a', items: [{ value: 1 }, { value: 3 }, { value: 4 }], now: { deep: 1 } };
    expect(findDifferences(before, after)).toEqual([
      { path: 'items.1.value', before: 2, after: 3 },
      { path: 'items.2', before: undefined, after: { value: 4 } },
      { path: 'old', before: true, after: undefined },
      { path: 'now', before: undefined, after: { deep: 1 } },
    ]);
  });

  it('treats an array and an object with the same content as different', () => {
    expect(findDifferences({ a: [] }, { a: {} })).toEqual([{ path: 'a', before: [], after: {} }]);
  });

  it('stops at the maximum', () => {
    expect(findDifferences([1, 2, 3], [4, 5, 6], 2)).toHaveLength(2);
  });

  it('handles names of the object prototype', () => {
    expect(findDifferences({}, JSON.parse('{"__proto__": 1, "constructor": 2}'))).toHaveLength(2);
  });
});

it('compareTexts orders by code units', () => {
  expect(['b', 'a', 'B', 'ä'].sort(compareTexts)).toEqual(['B', 'a', 'b', 'ä']);
});

import { expect, it } from 'vitest';
import { decodePayload, encodeRebirth } from './payload.ts';
import { encodePlayed } from './testing/sparkplug-node.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

it('reads fields by their numbers, also zeros, and skips unknown fields', () => {
  // Written by hand: the numbers and wire types of the specification.
  const bytes = hex(
    [
      '08 88 27', // 1: timestamp 5000
      '12 19', // 2: a metric
      '0a 01 61', // 1: name 'a'
      '10 00', // 2: alias 0
      '18 d0 0f', // 3: timestamp 2000
      '20 04', // 4: datatype Int64
      '28 01', // 5: historical
      '42 00', // 8: metadata, skipped
      '58 ff ff ff ff ff ff ff ff ff 01', // 11: long -1
      '12 07', // 2: a metric
      '10 07 38 01', // alias 7, 7: null
      '7a 01 78', // 15: a string, skipped
      '18 00', // 3: seq 0
      '22 01 75', // 4: uuid, skipped
    ].join(''),
  );
  const rest = { isHistorical: false, isNull: false, quality: null, unit: null };
  expect(decodePayload(bytes)).toEqual({
    time: 5000,
    seq: 0,
    metrics: [
      { ...rest, name: 'a', alias: '0', time: 2000, type: 4, isHistorical: true, value: 2n ** 64n - 1n },
      { ...rest, name: null, alias: '7', time: null, type: null, isNull: true, value: null },
    ],
  });
});

it('reads quality and unit from the properties', () => {
  const properties = { keys: ['Quality', 'engUnit'], values: [{ int: 192 }, { string: 'bar' }] };
  const [metric] = decodePayload(encodePlayed({ metrics: [{ name: 'p', properties }] })).metrics;
  expect(metric).toMatchObject({ quality: 192, unit: 'bar' });
});

it('rejects bytes that are not a payload', () => {
  expect(() => decodePayload(Buffer.from('hello'))).toThrow();
});

it('requests a birth with the command of the specification', () => {
  expect(decodePayload(encodeRebirth(1_700_000_000_000))).toMatchObject({
    time: 1_700_000_000_000,
    metrics: [{ name: 'Node Control/Rebirth', type: 11, value: true }],
  });
});

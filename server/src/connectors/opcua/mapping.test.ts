import { DataType, DataValue, StatusCodes, Variant, VariantArrayType } from 'node-opcua-client';
import { expect, it } from 'vitest';
import { toPoint } from './mapping.ts';

const source = new Date('2026-01-01T00:00:00.250Z');
const server = new Date('2026-01-01T00:00:01Z');

function dataValue(
  dataType: DataType,
  value: unknown,
  statusCode = StatusCodes.Good,
  arrayType = VariantArrayType.Scalar,
): DataValue {
  return new DataValue({
    value: new Variant({ dataType, arrayType, value }),
    statusCode,
    sourceTimestamp: source,
    serverTimestamp: server,
  });
}

it.each([
  ['true', dataValue(DataType.Boolean, true), 1, 'good'],
  ['an enumeration', dataValue(DataType.Int32, 3), 3, 'good'],
  [
    'an uncertain value',
    dataValue(DataType.Double, 2.5, StatusCodes.UncertainLastUsableValue),
    2.5,
    'uncertain',
  ],
  ['a bad value', dataValue(DataType.Double, 2.5, StatusCodes.BadSensorFailure), 2.5, 'bad'],
  ['no number', dataValue(DataType.Double, Number.NaN), null, 'bad'],
  ['an integer of 64 bits', dataValue(DataType.UInt64, [1, 1]), 2 ** 32 + 1, 'good'],
  ['a negative integer of 64 bits', dataValue(DataType.Int64, [0xffffffff, 0xfffffffe]), -2, 'good'],
  ['an integer beyond 2^53', dataValue(DataType.UInt64, [0x200000, 1]), 2 ** 53, 'uncertain'],
  [
    'an element of an array',
    dataValue(DataType.Float, [4.5], StatusCodes.Good, VariantArrayType.Array),
    4.5,
    'good',
  ],
])('converts %s', (_name, value, number, quality) => {
  expect(toPoint('s', value, 0)).toEqual({ source: 's', time: source.getTime(), value: number, quality });
});

it('converts a bad value without a type', () => {
  const value = new DataValue({ statusCode: StatusCodes.BadNotConnected, serverTimestamp: server });
  expect(toPoint('s', value, 0)).toEqual({
    source: 's',
    time: server.getTime(),
    value: null,
    quality: 'bad',
  });
});

it('uses the time of receipt if the server sends none', () => {
  const value = new DataValue({
    value: { dataType: DataType.Double, value: 1 },
    statusCode: StatusCodes.Good,
  });
  value.sourceTimestamp = new Date('1601-01-01T00:00:00Z');
  expect(toPoint('s', value, 77)?.time).toBe(77);
});

it.each([
  ['a text', dataValue(DataType.String, 'on')],
  ['an array', dataValue(DataType.Double, [1, 2], StatusCodes.Good, VariantArrayType.Array)],
  ['a value that has not arrived yet', dataValue(DataType.Double, 0, StatusCodes.BadWaitingForInitialData)],
])('returns no point for %s', (_name, value) => {
  expect(toPoint('s', value, 0)).toBeNull();
});

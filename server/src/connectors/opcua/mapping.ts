import type { Quality } from '@twinward/contracts/signals/data-point';
import { DataType, type DataValue, type Variant } from 'node-opcua-client';
import type { SourceValue } from '../connector.ts';

/** Mapping of OPC UA values to points. */

const numericTypes: ReadonlySet<DataType> = new Set([
  DataType.Boolean,
  DataType.SByte,
  DataType.Byte,
  DataType.Int16,
  DataType.UInt16,
  DataType.Int32,
  DataType.UInt32,
  DataType.Int64,
  DataType.UInt64,
  DataType.Float,
  DataType.Double,
]);

export function isNumeric(type: DataType): boolean {
  return numericTypes.has(type);
}

/** Bad_WaitingForInitialData, Bad_NoData and Bad_BoundNotFound mean that there is no value, not a bad one. */
const noValue: ReadonlySet<number> = new Set([0x80320000, 0x809b0000, 0x80d70000]);

/**
 * Converts a value of a source. Null for values that are not numbers, and before the first value.
 *
 * @param otherwise - epoch milliseconds, used if the value has no time
 */
export function toPoint(source: string, value: DataValue, otherwise: number): SourceValue | null {
  const { statusCode } = value;
  if (noValue.has((statusCode.value & 0xffff0000) >>> 0)) return null;
  const quality = toQuality(statusCode.value);
  const time = toTime(value.sourceTimestamp) ?? toTime(value.serverTimestamp) ?? otherwise;
  const number = toNumber(value.value);
  if (number === null) return quality === 'bad' ? { source, time, value: null, quality } : null;
  if (!Number.isFinite(number.value)) return { source, time, value: null, quality: 'bad' };
  return {
    source,
    time,
    value: number.value,
    quality: quality === 'good' && !number.isExact ? 'uncertain' : quality,
  };
}

/** Returns the quality by the two highest bits of a status code. */
function toQuality(status: number): Quality {
  const severity = status >>> 30;
  return severity === 0 ? 'good' : severity === 1 ? 'uncertain' : 'bad';
}

/** Returns null without a time, and for 1601, which some servers send for no time. */
function toTime(time: Date | null | undefined): number | null {
  const milliseconds = time?.getTime() ?? 0;
  return milliseconds > 0 ? milliseconds : null;
}

/** Returns the number of a variant, or of an array with one element. Null for any other value. */
function toNumber(variant: Variant | undefined): { value: number; isExact: boolean } | null {
  if (!variant || !isNumeric(variant.dataType)) return null;
  const isWide = variant.dataType === DataType.Int64 || variant.dataType === DataType.UInt64;
  const isWhole = variant.arrayType === 0;
  if (!isWhole && variant.value?.length !== 1) return null;
  const value: unknown = isWhole ? variant.value : variant.value[0];
  if (isWide) return toWideNumber(value, variant.dataType === DataType.Int64);
  if (typeof value === 'boolean') return { value: value ? 1 : 0, isExact: true };
  return typeof value === 'number' ? { value, isExact: true } : null;
}

/** Returns the number of a 64-bit integer, which node-opcua represents as two halves. */
function toWideNumber(value: unknown, isSigned: boolean): { value: number; isExact: boolean } | null {
  if (!Array.isArray(value) && !(value instanceof Uint32Array)) return null;
  const bits = (BigInt(value[0]) << 32n) | BigInt(value[1]);
  const number = Number(isSigned ? BigInt.asIntN(64, bits) : bits);
  return { value: number, isExact: Number.isSafeInteger(number) };
}

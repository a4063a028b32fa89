import type { Quality } from '@twinward/contracts/signals/data-point';

/** Values of metrics by their data types: Eclipse Sparkplug 3.0, section 6.4.16. */

export interface SparkplugMetric {
  name: string | null;
  /** An unsigned 64-bit integer, in decimal. */
  alias: string | null;
  /** Epoch milliseconds. */
  time: number | null;
  /** Number of the data type. */
  type: number | null;
  isHistorical: boolean;
  isNull: boolean;
  /** As in the payload, with integers unsigned. Null for texts, bytes, data sets and templates. */
  value: number | bigint | boolean | null;
  /** The property `Quality`: 0 bad, 192 good, 500 stale. */
  quality: number | null;
  /** The property `engUnit`. */
  unit: string | null;
}

/** Width in bits of the integers by their data type; negative: signed. */
const integers: Record<number, number> = { 1: -8, 2: -16, 3: -32, 4: -64, 5: 8, 6: 16, 7: 32, 8: 64 };
const float = 9;
const double = 10;
const boolean = 11;

/** Whether values of a data type can be points. */
export const isNumericType = (type: number): boolean =>
  integers[type] !== undefined || type === float || type === double || type === boolean;

const bad = { value: null, quality: 'bad' } as const;

/** Value and quality of a metric of a numeric type. */
export function readMetric(
  metric: SparkplugMetric,
  type: number,
): { value: number | null; quality: Quality } {
  if (metric.isNull || metric.value === null || metric.quality === 0) return bad;
  const quality: Quality = metric.quality === null || metric.quality === 192 ? 'good' : 'uncertain';
  const bits = integers[type];
  if (bits === undefined) {
    const value = type === boolean ? (metric.value ? 1 : 0) : Number(metric.value);
    return Number.isFinite(value) ? { value, quality } : bad;
  }
  // Some publishers put a float into an integer metric.
  if (typeof metric.value === 'number' && !Number.isInteger(metric.value)) return bad;
  const raw = BigInt(metric.value);
  const value = Number(bits < 0 ? BigInt.asIntN(-bits, raw) : BigInt.asUintN(bits, raw));
  // Beyond 2^53 the last digits are lost.
  return { value, quality: Number.isSafeInteger(value) ? quality : 'uncertain' };
}

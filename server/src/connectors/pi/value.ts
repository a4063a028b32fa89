import type { SourceValue } from '../connector.ts';
import { readMessage } from './client.ts';

/** A value of PI Web API. */
export interface TimedValue {
  Timestamp: string;
  /** A number, a text, or a state of a digital point or of the system. */
  Value: unknown;
  Good?: boolean | string;
  Questionable?: boolean | string;
  /** Whether the value was changed manually. */
  Substituted?: boolean | string;
  Errors?: unknown;
}

interface State {
  Name?: string;
  Value?: number;
  /** Whether it is a system state such as 'I/O Timeout' or 'No Data': the point had no value. */
  IsSystem?: boolean;
}

/** Channels of some versions send flags as texts. */
const isSet = (flag: boolean | string | undefined): boolean => flag === true || flag === 'true';

/**
 * Returns why the values of a source can't be used, or null.
 * @param errors errors of the server for all values
 */
export function findProblem(values: readonly TimedValue[], errors: unknown = null): string | null {
  const said = [errors, ...values.map((value) => value.Errors)]
    .map(readMessage)
    .find((text) => text !== null);
  if (said) return `message from the server: ${said}`;
  const isTimeless = values.some(({ Timestamp: time }) => Number.isNaN(Date.parse(time)));
  return isTimeless ? 'the server returns a value without a time.' : null;
}

/** A value of a source, in which `findProblem` finds no problem. */
export function toPoint(source: string, value: TimedValue): SourceValue {
  const time = Date.parse(value.Timestamp);
  const number = toNumber(value.Value);
  const isBad = number === null || value.Good === false || value.Good === 'false';
  if (isBad) return { source, time, value: null, quality: 'bad' };
  const isUncertain = isSet(value.Questionable) || isSet(value.Substituted);
  return { source, time, value: number, quality: isUncertain ? 'uncertain' : 'good' };
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'object' || value === null) return null;
  const { Value: number, IsSystem: isSystem } = value as State;
  return typeof number === 'number' && !isSystem ? number : null;
}

/** Types of points whose values are numbers. */
export const isNumeric = (pointType: string | undefined): boolean =>
  /^(Float(16|32|64)|Int(16|32)|Digital)$/i.test(pointType ?? '');

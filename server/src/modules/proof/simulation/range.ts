import { reversedRange } from '@twinward/contracts/core/time-range';
import { maximumSimulatedDays } from '@twinward/contracts/protections/simulation';
import { AppError } from '../../../platform/errors.ts';

const day = 86_400_000;
const defaultLength = 30 * day;

/**
 * Returns the range of a simulation, [from, to): by default the last 30 days.
 * @throws AppError `invalid-request` for an empty or too long range.
 */
export function simulatedRange({
  startTime,
  endTime,
}: {
  startTime?: number | undefined;
  endTime?: number | undefined;
}): { from: number; to: number } {
  const now = Date.now();
  const to = Math.min(endTime ?? now, now);
  const from = startTime ?? to - defaultLength;
  if (from >= to) throw invalid('endTime', reversedRange);
  if (to - from > maximumSimulatedDays * day) throw invalid('startTime', 'At most 10 years.');
  return { from, to };
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid-request', message, { errors: [{ path, message }] });
}

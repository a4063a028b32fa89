import type { RemoteField } from './connector.ts';

/** Fields of records in other systems, for the mapping screen. */

const ofKind =
  (kind: RemoteField['kind']) =>
  (name: string, label: string): RemoteField => ({ name, label, kind });

export const text = ofKind('text');
export const time = ofKind('time');
export const number = ofKind('number');
export const flag = ofKind('boolean');

/** A time of a record, from epoch milliseconds. */
export const toIso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

/** The time from which to read the changes of a stream: work begins at the start of the extraction. Null: all. */
export function readFrom(kind: 'work' | 'asset', since: number | null, start: number | null): number | null {
  if (kind === 'asset' || start === null) return since;
  return since === null ? start : Math.max(since, start);
}

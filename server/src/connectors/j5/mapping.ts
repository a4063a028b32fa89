import type { RecordStream, RemoteRecord } from '../connector.ts';
import { text, time, toIso } from '../remote-fields.ts';
import type { Settings } from './config.ts';

/** Mapping of j5 entries to records, by the fields in the configuration. */

export type Entry = Readonly<Record<string, unknown>>;

/** Returns the value at a path of names joined by dots. A name that itself contains dots takes precedence. */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Entry)[path];
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  return valueAt((value as Entry)[path.slice(0, dot)], path.slice(dot + 1));
}

const textAt = (entry: Entry, path: string): string | null => {
  const value = valueAt(entry, path);
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' ? null : text;
};

/** Returns a time with a zone as epoch milliseconds. Null for any other value. */
export function timeAt(entry: Entry, path: string): number | null {
  const value = valueAt(entry, path);
  if (typeof value === 'number') return value;
  const time =
    typeof value === 'string' && /([+-]\d\d:?\d\d|Z)$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const isoAt = (entry: Entry, path: string): string | null => toIso(timeAt(entry, path));

export const toStream = (furtherFields: readonly string[]): RecordStream => ({
  name: 'entries',
  kind: 'work',
  label: 'Log entries',
  fields: [
    text('key', 'Key'),
    text('title', 'Title'),
    text('description', 'Description'),
    text('asset', 'Asset'),
    text('status', 'Status'),
    text('phase', 'Phase: open, completed or canceled'),
    time('start', 'Start'),
    time('completed', 'Completion'),
    time('changed', 'Last change'),
    ...furtherFields.map((path) => text(`further.${path}`, path)),
  ],
  mapping: {
    asset: 'asset',
    number: 'key',
    name: 'title',
    description: 'description',
    state: 'phase',
    start: 'start',
    completed: 'completed',
  },
});

/** Returns null if the entry has no key or no time of a change, because it could not be recognized again. */
export function toRecord(entry: Entry, settings: Settings): RemoteRecord | null {
  const key = textAt(entry, settings.keyField);
  const changedAt = timeAt(entry, settings.changedField);
  if (key === null || changedAt === null) return null;
  const status = textAt(entry, settings.statusField);
  const isIn = (values: readonly string[]) =>
    status !== null && values.some((value) => value.toLowerCase() === status.toLowerCase());
  const phase = isIn(settings.canceledValues)
    ? 'canceled'
    : isIn(settings.completedValues)
      ? 'completed'
      : 'open';
  return {
    key,
    type: textAt(entry, settings.typeField) ?? '',
    changedAt,
    fields: {
      key,
      title: textAt(entry, settings.titleField),
      description: textAt(entry, settings.descriptionField),
      asset: textAt(entry, settings.assetField),
      status,
      phase,
      start: isoAt(entry, settings.startField),
      completed:
        phase === 'completed'
          ? (isoAt(entry, settings.completedField) ?? new Date(changedAt).toISOString())
          : null,
      changed: new Date(changedAt).toISOString(),
      ...Object.fromEntries(settings.furtherFields.map((path) => [`further.${path}`, textAt(entry, path)])),
    },
    requestKey: null,
  };
}

import { type ColumnRole, type ColumnsOption, columnRoles } from '@twinward/contracts/signals/import';
import type { QualityCodes } from './quality.ts';

/** The time columns: one for date and time, or one for each. */
export interface TimeColumns {
  time: number;
  /** Null if `time` includes the date. */
  date: number | null;
}

export interface QualityColumn {
  column: number;
  codes: QualityCodes;
}

interface FoundColumns {
  time: TimeColumns;
  quality: QualityColumn | null;
}

/** The columns of a file by their meaning; indices from 0. */
export type PointLayout =
  /** A row per point, which names its tag. */
  | (FoundColumns & { form: 'long'; tag: number; value: number })
  /** A row per point of the tag that was chosen for the file. */
  | (FoundColumns & { form: 'single'; value: number })
  /** A row per time, with a column per tag. */
  | (FoundColumns & { form: 'wide'; tags: { column: number; name: string }[] });

const names = {
  moment: ['timestamp', 'datetime', 'dateandtime', 'dateutc', 'timeutc', 'timestamputc', 'ts'],
  time: ['time', 'timeofday', 'clock'],
  date: ['date', 'day'],
  tag: ['tag', 'tagname', 'signal', 'sensor'],
  value: ['value', 'val', 'reading'],
  quality: ['quality', 'qualitycode', 'opcquality', 'qualitystatus'],
  status: ['status', 'statuscode'],
} as const;

const mostShown = 50;
const longestShown = 200;

/** Names for a message: only the first of many, and truncated if long. */
export function quoted(texts: readonly string[]): string {
  const shown = texts
    .slice(0, mostShown)
    .map((text) => `'${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}'`);
  const left = texts.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

/** A heading without case, spaces and punctuation. */
const plainHeading = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds the columns of a file of points: the chosen ones, otherwise by heading.
 *
 * @param singleTag whether a tag was chosen for a file that names none
 * @returns the columns, or an error message
 */
export function recognizeColumns(
  heading: readonly string[],
  singleTag: boolean,
  chosen: ColumnsOption = {},
): PointLayout | string {
  const foundNames = `The columns found are ${quoted(heading)}.`;
  const plain = heading.map(plainHeading);
  const find = (kind: keyof typeof names): number | null => {
    const column = plain.findIndex((name) => (names[kind] as readonly string[]).includes(name));
    return column < 0 ? null : column;
  };

  const choice: Partial<Record<ColumnRole, number>> = {};
  for (const role of columnRoles) {
    const wanted = chosen[role];
    if (wanted === undefined) continue;
    const places = heading.flatMap((name, place) => (sameHeading(name, wanted) ? [place] : []));
    if (places.length === 0)
      return `There is no column ${quoted([wanted])}, which was chosen for the ${role}. ${foundNames}`;
    if (places.length > 1) return `There are two columns named ${quoted([wanted])}. ${foundNames}`;
    choice[role] = places[0]!;
  }
  const used = new Map<number, ColumnRole>();
  for (const role of columnRoles) {
    const column = choice[role];
    if (column === undefined) continue;
    const before = used.get(column);
    if (before !== undefined)
      return `The column ${quoted([heading[column]!])} is chosen for the ${before} and for the ${role}.`;
    used.set(column, role);
  }
  const free = (column: number | null): number | null =>
    column !== null && used.has(column) ? null : column;

  const time = timeColumns(choice, {
    moment: free(find('moment')),
    time: free(find('time')),
    date: free(find('date')),
  });
  if (time === null)
    return `There is no column for the time: please name one 'time' in the first row, or choose it. ${foundNames}`;
  const quality = qualityColumn(choice.quality, plain, {
    quality: free(find('quality')),
    status: free(find('status')),
  });
  const tag = choice.tag ?? free(find('tag'));
  const value = choice.value ?? free(find('value'));
  const found = { time, quality };
  if (tag !== null && value !== null) return { form: 'long', ...found, tag, value };
  if (choice.tag !== undefined || (tag !== null && ['tag', 'tagname'].includes(plain[tag]!)))
    return `There is no column for the value: please name one 'value' in the first row, or choose it. ${foundNames}`;
  if (choice.value !== undefined && !singleTag)
    return `The rows name no tag: please choose the column of the tag, or one tag for the whole file. ${foundNames}`;
  const others = heading
    .map((name, column) => ({ column, name }))
    .filter(
      ({ column, name }) =>
        column !== time.time && column !== time.date && column !== quality?.column && name !== '',
    );
  if (others.length === 0)
    return `There is no column for values: please name it 'value' or after its tag in the first row. ${foundNames}`;
  if (singleTag) {
    const only = value ?? (others.length === 1 ? others[0]!.column : null);
    if (only === null)
      return `There are several columns for values: please name one of them 'value', or choose it. ${foundNames}`;
    return { form: 'single', ...found, value: only };
  }
  const seen = new Set<string>();
  for (const { name } of others) {
    if (seen.has(name)) return `There are two columns named ${quoted([name])}. ${foundNames}`;
    seen.add(name);
  }
  return { form: 'wide', ...found, tags: others };
}

/** Line breaks and repeated spaces in headings count as one space. */
const sameHeading = (one: string, two: string): boolean => one === two || spaced(one) === spaced(two);
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function timeColumns(
  choice: Partial<Record<ColumnRole, number>>,
  found: Record<'moment' | 'time' | 'date', number | null>,
): TimeColumns | null {
  // A chosen time column without a date column includes the date.
  if (choice.time !== undefined) return { time: choice.time, date: choice.date ?? null };
  const date = choice.date ?? found.date;
  if (choice.date === undefined && found.moment !== null) return { time: found.moment, date: null };
  if (found.time !== null) return { time: found.time, date };
  return date === null ? null : { time: date, date: null };
}

function qualityColumn(
  chosen: number | undefined,
  plain: readonly string[],
  found: Record<'quality' | 'status', number | null>,
): QualityColumn | null {
  const column = chosen ?? found.quality ?? found.status;
  if (column === null) return null;
  const isStatus = (names.status as readonly string[]).includes(plain[column]!);
  return { column, codes: isStatus ? 'opc-ua' : 'opc-da' };
}

/** Whether a heading is that of the value column, not the name of a tag. */
export const isValueHeading = (heading: string): boolean =>
  (names.value as readonly string[]).includes(plainHeading(heading));

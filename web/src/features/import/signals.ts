import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ImportSignal, ImportTarget, maximumImportSignals } from '@twinward/contracts/signals/import';
import type { TagSummary } from '@twinward/contracts/signals/tag';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import {
  detectNumberStyle,
  noEvidence,
  plainNumbers,
  readNumber,
  recordNumber,
} from '@twinward/domain/file/number';
import { isValueHeading, type PointLayout } from '@twinward/domain/file/point-columns';
import { readSignalHeading, type SignalHeading, type UnitNames } from '@twinward/domain/file/signal-heading';
import { createTimeReader, joinDateTime } from '@twinward/domain/file/times';
import type { ChosenTag } from '../../shared/pickers/tag-picker.tsx';
import { formatCount } from '../../ui/format/format.ts';
import type { CsvHead, CsvReading, DateOrder } from './csv-preview.ts';

/** Maximum number of signals in an import request. */
export const mostSignals: typeof maximumImportSignals = 1000;

/** A signal of a file (a value column, or the rows of a tag) with its points in the first rows. */
export interface FileSignal {
  /** The name in the file. */
  name: string;
  heading: SignalHeading;
  times: number[];
  values: number[];
  /** Whether its first cells are numbers. */
  isNumeric: boolean;
}

/** How a signal of the file is imported. */
export type SignalChoice =
  | { kind: 'tag' /** Null until chosen. */; tag: ChosenTag | null }
  | { kind: 'new'; name: string; unit: string }
  | { kind: 'skip' };

export interface ReadingOptions {
  fileName: string;
  timeZone: string;
  dateOrder: DateOrder | null;
  decimalSign: DecimalSign | null;
  units: readonly UnitNames[];
  /** Tag names of a long file beyond its first rows. */
  tagNames: readonly string[];
}

/** The signals of a file, with the points of its first rows. */
export function readSignals(head: CsvHead, reading: CsvReading, options: ReadingOptions): FileSignal[] {
  const { layout } = reading;
  if (layout === null) return [];
  const { timeZone, dateOrder, decimalSign, units } = options;
  const times = createTimeReader({ timeZone, dateOrder: dateOrder ?? 'ymd', epochDay: head.epochDay });
  const readTime = (row: readonly string[]) => times.read(timeText(layout, row));
  const columns = layout.form === 'wide' ? layout.tags.map(({ column }) => column) : [layout.value];
  const evidence = noEvidence();
  for (const row of head.rows) for (const column of columns) recordNumber(evidence, row[column] ?? '');
  const style =
    head.separator === null
      ? plainNumbers
      : detectNumberStyle(evidence, head.separator, decimalSign ?? undefined);
  const toSignal = (
    name: string,
    heading: SignalHeading,
    column: number,
    rows: readonly (readonly string[])[],
  ): FileSignal => {
    const filled = rows.filter((row) => (row[column] ?? '') !== '');
    const points = filled.flatMap((row) => {
      const [time, value] = [readTime(row), readNumber(row[column]!, style)];
      return typeof time === 'number' && typeof value === 'number' ? [{ time, value }] : [];
    });
    points.sort((one, other) => one.time - other.time);
    return {
      name,
      heading,
      times: points.map(({ time }) => time),
      values: points.map(({ value }) => value),
      isNumeric:
        filled.length === 0 || filled.some((row) => typeof readNumber(row[column]!, style) === 'number'),
    };
  };
  if (layout.form === 'wide')
    return layout.tags.map(({ column, name }) =>
      toSignal(name, readSignalHeading(name, units), column, head.rows),
    );
  if (layout.form === 'single') {
    const name = head.header[layout.value]!;
    const heading = readSignalHeading(name, units);
    return [
      toSignal(
        name,
        isValueHeading(name) ? { name: baseName(options.fileName), unit: null } : heading,
        layout.value,
        head.rows,
      ),
    ];
  }
  const names = new Set([...head.rows.map((row) => row[layout.tag] ?? ''), ...options.tagNames]);
  names.delete('');
  return [...names].map((name) =>
    toSignal(
      name,
      { name, unit: null },
      layout.value,
      head.rows.filter((row) => row[layout.tag] === name),
    ),
  );
}

function timeText({ time: { time, date } }: PointLayout, row: readonly string[]): string {
  const text = row[time] ?? '';
  return date === null ? text : joinDateTime(row[date] ?? '', text);
}

/** The name of a file without extensions, with spaces. */
export const baseName = (fileName: string): string =>
  fileName
    .replace(/(\.(csv|tsv|txt|xlsx))?(\.gz)?$/i, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim() || 'Data';

/** The context of proposed choices. */
export interface Known {
  form: CsvReading['form'];
  /** Tags that the signals may refer to, by name. */
  tags: ReadonlyMap<string, TagSummary>;
  /** Inputs of the twin on whose page the file was dropped. */
  inputs: readonly TagAlias[];
  /** The tag on whose page the file was dropped. */
  openedTag: ChosenTag | null;
  /** The asset of new tags; null for none. */
  assetName: string | null;
}

/** Proposes a choice: the matching tag, else a new one. Text columns are skipped. */
export function proposeChoice(signal: FileSignal, known: Known): SignalChoice {
  const { heading, name } = signal;
  if (known.form === 'pair' && known.openedTag) return { kind: 'tag', tag: known.openedTag };
  if (!signal.isNumeric) return { kind: 'skip' };
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const input = known.inputs.find((one) =>
    [name, heading.name].some((text) => plain(text) === plain(one.name)),
  );
  if (input !== undefined && input.mappedTagId !== null && input.mappedTagName !== null)
    return { kind: 'tag', tag: { id: input.mappedTagId, name: input.mappedTagName } };
  const newName = newTagName(signal, known);
  const tag = known.tags.get(name) ?? known.tags.get(newName);
  if (tag !== undefined) return { kind: 'tag', tag };
  return { kind: 'new', name: newName, unit: heading.unit ?? '' };
}

/** The name of a new tag. Columns are prefixed with the name of the asset, since tag names must be unique. */
function newTagName({ heading }: FileSignal, { form, assetName }: Known): string {
  const isWhole = form === 'long' || assetName === null || heading.name.includes(assetName);
  return (isWhole ? heading.name : `${assetName} ${heading.name}`).slice(0, 200);
}

/** The tag names to search for proposals. */
export const namesToFind = (signals: readonly FileSignal[], known: Omit<Known, 'tags'>): string[] => [
  ...new Set(signals.flatMap((signal) => [signal.name, newTagName(signal, { ...known, tags: new Map() })])),
];

/** The form fields of the choices. */
export function toImportSignals(
  signals: readonly FileSignal[],
  choices: readonly SignalChoice[],
): ImportSignal[] {
  return signals.map(({ name, heading }, place) => {
    const choice = choices[place]!;
    if (choice.kind === 'skip') return { name };
    const input = heading.name.replaceAll(/[[\]]/g, '').slice(0, 100).trim() || undefined;
    if (choice.kind === 'tag') return { name, ...(choice.tag ? { tagId: choice.tag.id } : {}), input };
    return { name, tag: { name: choice.name.trim(), unit: choice.unit.trim() || null }, input };
  });
}

/** Whether a choice is incomplete. */
export const isOpen = (choice: SignalChoice): boolean =>
  (choice.kind === 'tag' && choice.tag === null) || (choice.kind === 'new' && choice.name.trim() === '');

/** Derives a unique id from a name. */
export const toUniqueId = (assetName: string): string =>
  assetName
    .trim()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100);

/**
 * Describes the records that an import with these choices creates, one sentence each.
 * @param hasMore whether the file has more signals than the choices cover
 */
export function describePlan(
  choices: readonly SignalChoice[],
  target: ImportTarget | null,
  targetName: string,
  hasMore: boolean,
): string[] {
  const count = (kind: SignalChoice['kind']) => choices.filter((choice) => choice.kind === kind).length;
  const [made, known, skipped] = [count('new'), count('tag'), count('skip')];
  const noun = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
  const places = { new: `Creates the asset ${targetName} and its twin.`, asset: '', twin: '' };
  return [
    target === null ? '' : places[target.type],
    made > 0 ? `Creates ${noun(made, 'tag')}.` : '',
    target === null
      ? ''
      : target.type === 'new'
        ? `Maps ${noun(made + known, 'input')} of the twin.`
        : `Maps ${noun(made + known, 'input')} of the twin of ${targetName}; existing mappings are kept.`,
    `Imports the points of ${noun(made + known, 'signal')}.`,
    skipped > 0 ? `Skips ${noun(skipped, 'signal')}.` : '',
    hasMore
      ? `The file has more than ${formatCount(mostSignals)} signals. Points of the other signals go to tags with the same name; without such a tag they are refused.`
      : '',
  ].filter((sentence) => sentence !== '');
}

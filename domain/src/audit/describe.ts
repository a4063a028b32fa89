import type { AuditFieldChange } from '@twinward/contracts/system/audit';
import { millisecondsToDuration } from '../duration.ts';
import { formatDuration } from '../duration-text.ts';
import { formatExact } from '../number-text.ts';
import { formatDateTime } from '../time-text.ts';
import { unitText } from '../unit-text.ts';
import { type FieldWords, fieldWords, type ReferenceKind, unitInName } from './fields.ts';

/** The reader's formats of times and money, and the names of records that a line refers to. */
export interface AuditStyle {
  timeZone: string;
  currencySymbol: string;
  /** Returns the name of a record. Null if unknown. */
  findName: (kind: ReferenceKind, id: string | number) => string | null;
}

type Facts = Readonly<Record<string, unknown>>;

/** Nested values are compared field by field down to this depth. Deeper values are compared as a whole. */
const maximumDepth = 5;
/** Maximum number of described fields of a line. */
export const maximumChanges = 200;
/** Longer texts are truncated. A cell of a workbook can hold 32,767 characters. */
export const maximumCharacters = 10_000;

/**
 * Describes the fields that differ between both versions of a line. Items of a list, such as the thresholds of a
 * protection, are matched by id or name and compared one by one. The name is first; the other fields are sorted by
 * caption, since the database does not preserve the order of fields.
 */
export function describeChanges(
  entry: { entityType: string; old: Facts | null; new: Facts | null },
  style: AuditStyle,
): AuditFieldChange[] {
  const place: Place = { entityType: entry.entityType, parent: null, prefix: '', depth: 0 };
  const changes = compareFacts(place, entry.old, entry.new, style).sort(byField);
  if (changes.length <= maximumChanges) return changes;
  const left = changes.length - maximumChanges;
  return [
    ...changes.slice(0, maximumChanges),
    { field: 'Further fields', old: '', new: `${formatExact(left)} more differ` },
  ];
}

const { compare } = new Intl.Collator('en', { numeric: true });
const byField = ({ field: one }: AuditFieldChange, { field: other }: AuditFieldChange): number =>
  Number(other === 'Name') - Number(one === 'Name') || compare(one, other);

interface Place {
  entityType: string;
  /** The field that contains the compared ones. Null at the top level. */
  parent: string | null;
  /** Captions of the containing fields, as a prefix of each caption. */
  prefix: string;
  depth: number;
}

function compareFacts(
  place: Place,
  old: Facts | null,
  now: Facts | null,
  style: AuditStyle,
): AuditFieldChange[] {
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names
    .filter((name) => !isPlumbing(place, name))
    .flatMap((name) => compareField(place, name, old?.[name], now?.[name], style));
}

/** Technical fields: the own id, and version counters. */
const isPlumbing = ({ entityType }: Place, name: string): boolean =>
  entityType !== 'record' && ['id', 'version', 'dirtyFlags', 'key'].includes(name);

function compareField(
  place: Place,
  name: string,
  old: unknown,
  now: unknown,
  style: AuditStyle,
): AuditFieldChange[] {
  const words = namedPart(name, old, now) ?? fieldWords(place, name);
  const caption = place.prefix === '' ? words.caption : `${place.prefix}: ${words.caption}`;
  const inside: Place = { ...place, parent: name, prefix: caption, depth: place.depth + 1 };
  if (place.depth < maximumDepth) {
    if (isFacts(old ?? now) && isFacts(now ?? old))
      return compareFacts(inside, toFacts(old), toFacts(now), style);
    if (isParts(old ?? []) && isParts(now ?? []) && (isFilled(old) || isFilled(now)))
      return compareParts(inside, words.caption, toParts(old), toParts(now), style);
  }
  if (words.format === 'order') {
    const isAsBefore = JSON.stringify(old) === JSON.stringify(now) || !isFilled(old) || !isFilled(now);
    return isAsBefore ? [] : [{ field: caption, old: '', new: 'Rearranged' }];
  }
  const texts = { old: toText(place, name, words, old, style), new: toText(place, name, words, now, style) };
  return texts.old === texts.new ? [] : [{ field: caption, old: cut(texts.old), new: cut(texts.new) }];
}

/** Returns the caption of a field of a record type or an item of a list. Null for other names. */
function namedPart(name: string, old: unknown, now: unknown): (FieldWords & { caption: string }) | null {
  const part = /^(fields\.|item )/.exec(name)?.[1];
  if (part === undefined) return null;
  const { caption, value } = (toFacts(now) ?? toFacts(old) ?? {}) as { caption?: unknown; value?: unknown };
  const title = [caption, value, name.slice(part.length)].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return { caption: `${part === 'item ' ? 'Item' : 'Field'} ${title}` };
}

type Part = Facts;

/** Compares the items of two lists, matched by id, else by name, else by position. */
function compareParts(
  place: Place,
  caption: string,
  old: readonly Part[],
  now: readonly Part[],
  style: AuditStyle,
): AuditFieldChange[] {
  const before = byKey(old);
  const after = byKey(now);
  const one = singular(caption);
  const start = place.prefix.slice(0, place.prefix.length - caption.length);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key, index) => {
    const [was, is] = [before.get(key), after.get(key)];
    const field = `${start}${one} ${findTitle(is ?? was!) ?? index + 1}`;
    if (was && is) return compareFacts({ ...place, prefix: field }, was, is, style);
    const text = cut(formatSummary(place, (was ?? is)!, style) || 'Yes');
    return [{ field, old: was ? text : '', new: is ? text : '' }];
  });
}

function byKey(parts: readonly Part[]): Map<string, Part> {
  const keyed = new Map<string, Part>();
  for (const [index, part] of parts.entries()) {
    const own = part.id ?? part.key ?? findTitle(part);
    const key = own === null || own === undefined || keyed.has(String(own)) ? `at ${index}` : String(own);
    keyed.set(key, part);
  }
  return keyed;
}

const titles = ['name', 'alias', 'caption', 'label', 'title', 'field'];
const findTitle = (part: Part): string | null =>
  (titles.map((title) => part[title]).find((one) => typeof one === 'string' && one !== '') as string) ?? null;

const singular = (caption: string): string =>
  caption
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/([^s])s$/, '$1');

/** Formats the fields of an item as one text. */
function formatSummary(place: Place, part: Part, style: AuditStyle): string {
  return Object.entries(part)
    .filter(([name, value]) => !isPlumbing(place, name) && value !== findTitle(part))
    .flatMap(([name, value]) => {
      const words = fieldWords(place, name);
      const text = toText(place, name, words, value, style);
      return text === '' ? [] : [`${words.caption}: ${text}`];
    })
    .join('; ');
}

/** Formats a value. Empty without a value. */
function toText(place: Place, name: string, words: FieldWords, value: unknown, style: AuditStyle): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const texts = value.map((one) => toText(place, name, words, one, style)).filter((text) => text !== '');
    return texts.join(texts.some((text) => text.includes('; ')) ? '\n' : ', ');
  }
  if (isFacts(value)) return formatSummary({ ...place, parent: name }, value, style);
  if (words.refers !== undefined && (typeof value === 'number' || typeof value === 'string'))
    return value === '' ? '' : (style.findName(words.refers, value) ?? unnamed(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(name, words, value, style);
  return stringText(words, String(value), style);
}

/** Describes a deleted record by its id. The ids of groups and record types are names. */
const unnamed = (id: string | number): string => (typeof id === 'string' ? id : `No. ${id}, deleted`);

function numberText(name: string, { format }: FieldWords, value: number, style: AuditStyle): string {
  const unit = unitInName(name);
  if (unit !== null) return `${formatExact(value)} ${value === 1 ? unit.slice(0, -1) : unit}`;
  switch (format) {
    case 'money':
      return `${value < 0 ? '-' : ''}${style.currencySymbol}${formatExact(Math.abs(value))}`;
    case 'percent':
      return `${formatExact(value)} %`;
    case 'share':
      return `${formatExact(Math.round(value * 1e8) / 1e6)} %`;
    case 'milliseconds':
      return value === 0 ? '0 seconds' : formatDuration(millisecondsToDuration(value));
    case 'plain':
      return String(value);
    default:
      return formatExact(value);
  }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const isoDuration = /^P(?=.)[\dYMWDTHS.]+$/;
const contractWord = /^[a-z][a-z0-9]*([-_ ][a-z0-9]+)*$/i;

function stringText({ format, labels }: FieldWords, text: string, { timeZone }: AuditStyle): string {
  if (labels && Object.hasOwn(labels, text)) return labels[text]!;
  if (format === 'unit') return unitText(text) ?? text;
  if (format === 'duration' && isoDuration.test(text)) return formatDuration(text);
  if (format === 'word' && contractWord.test(text)) {
    const plain = text
      .replaceAll(/[-_]/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase();
    return text.length === 1 ? text : plain.charAt(0).toUpperCase() + plain.slice(1);
  }
  if (isoTime.test(text) && !Number.isNaN(Date.parse(text))) return formatDateTime(text, timeZone);
  return text;
}

const cut = (text: string): string =>
  text.length <= maximumCharacters
    ? text
    : `${text.slice(0, maximumCharacters)}… (${formatExact(text.length - maximumCharacters)} more characters)`;

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toFacts = (value: unknown): Facts | null => (isFacts(value) ? value : null);
const isParts = (value: unknown): value is readonly Part[] => Array.isArray(value) && value.every(isFacts);
const toParts = (value: unknown): readonly Part[] => (isParts(value) ? value : []);
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

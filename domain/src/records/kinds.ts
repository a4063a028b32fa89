import {
  type FieldByKind,
  type FieldDefinition,
  type FieldKind,
  type FieldValue,
  maximumItems,
  maximumLongText,
} from '@twinward/contracts/records/field';
import { parseDuration } from '../duration.ts';
import {
  chooseLater,
  date as dateRule,
  dateTime as dateTimeRule,
  parseNumber,
} from '../rules/field-rules.ts';
import { matchesPattern } from './pattern.ts';

/** A value in its canonical form, or the error. */
type CheckedValue = { value: FieldValue } | { message: string };

/**
 * Ids by the text that names them in a file: captions of items and user names in lower case, captions of records.
 * If several items share a text, the longer texts that distinguish them.
 */
export type IdsByCaption = ReadonlyMap<string, number | readonly string[]>;

interface Kind<Definition> {
  /** Data type of the list contract. Null if lists can't filter by the kind. */
  readonly dataType: 'C' | 'N' | 'D' | 'B' | null;
  /** Whether users enter the value. Otherwise it is calculated. */
  readonly isEntered: boolean;
  /** What the ids in the field refer to. Null if values are not ids. */
  readonly refersTo: 'list' | 'user' | 'record' | null;
  /** Converts a non-empty value to its canonical form. */
  check(value: FieldValue, field: Definition): CheckedValue;
  /** Parses the text of a non-empty cell of a file. Numbers have a decimal point. */
  read(text: string, field: Definition, ids: IdsByCaption): CheckedValue;
}

const refuse = (message: string): CheckedValue => ({ message });
const accept = (value: FieldValue): CheckedValue => ({ value });
const countCharacters = (text: string): number => [...text].length;

function checkText(value: FieldValue, maximum: number, pattern = ''): CheckedValue {
  if (typeof value !== 'string') return refuse('Please enter a text.');
  const text = value.trim();
  const over = countCharacters(text) - maximum;
  if (over > 0) return refuse(`${over} characters over maximum length of ${maximum}.`);
  if (pattern !== '' && !matchesPattern(pattern, text))
    return refuse(`Please enter a text that matches ${pattern}.`);
  return accept(text);
}

interface Limits<Limit> {
  minimum: Limit | null;
  maximum: Limit | null;
}

function checkRange(value: number, { minimum, maximum }: Limits<number>): CheckedValue {
  if (minimum !== null && maximum !== null && (value < minimum || value > maximum))
    return refuse(`Please enter a number between ${minimum} and ${maximum}.`);
  if (minimum !== null && value < minimum)
    return refuse(`Please enter a number greater than or equal to ${minimum}.`);
  if (maximum !== null && value > maximum)
    return refuse(`Please enter a number less than or equal to ${maximum}.`);
  // -0 is 0 in JSON.
  return accept(value === 0 ? 0 : value);
}

function checkNumber(value: FieldValue, limits: Limits<number>): CheckedValue {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('Please enter a number.');
  return checkRange(value, limits);
}

const largestInteger = 2_147_483_647;

function checkInteger(value: FieldValue, limits: Limits<number>): CheckedValue {
  if (typeof value !== 'number' || !Number.isInteger(value)) return refuse('Please enter an integer.');
  if (Math.abs(value) > largestInteger)
    return refuse(`Please enter a number between ${-largestInteger} and ${largestInteger}.`);
  return checkRange(value, limits);
}

function checkMoney(value: FieldValue, limits: Limits<number>): CheckedValue {
  const checked = checkNumber(value, limits);
  if ('message' in checked) return checked;
  const amount = Number(checked.value);
  if (Math.abs(amount) > 1e13) return refuse('Please enter a smaller amount.');
  const cents = Math.round(amount * 100) / 100;
  return cents === amount ? checked : refuse('Please enter an amount with at most two decimals.');
}

function checkDate(value: FieldValue, { minimum, maximum }: Limits<string>): CheckedValue {
  if (typeof value !== 'string') return refuse('Please enter a date.');
  const message = dateRule(value);
  if (message !== null || value.trim() === '') return refuse(message ?? 'Please enter a date.');
  if ((minimum !== null && value < minimum) || (maximum !== null && value > maximum)) {
    return refuse(chooseLater);
  }
  return accept(value);
}

function checkDateTime(value: FieldValue): CheckedValue {
  if (typeof value !== 'string' || dateTimeRule(value) !== null || value.trim() === '')
    return refuse('Please enter a date & time.');
  const time = new Date(value);
  const year = time.getUTCFullYear();
  // With more or fewer digits, the order of texts would differ from the order of times.
  if (Number.isNaN(year) || year < 1000 || year > 9999) return refuse('Please enter a date & time.');
  return accept(time.toISOString());
}

const durationMessage = 'Please enter a duration in ISO 8601 format, for example P30D or PT8H.';

function checkDuration(value: FieldValue): CheckedValue {
  if (typeof value !== 'string' || value.length > 50) return refuse(durationMessage);
  try {
    parseDuration(value);
    return accept(value);
  } catch {
    return refuse(durationMessage);
  }
}

function checkId(value: FieldValue): CheckedValue {
  const isId = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= largestInteger;
  return isId ? accept(value) : refuse('Please enter an id.');
}

function checkIds(value: FieldValue): CheckedValue {
  if (!Array.isArray(value)) return refuse('Please enter a list of ids.');
  if (value.length > maximumItems) return refuse(`Please choose at most ${maximumItems}.`);
  if (value.some((one) => 'message' in checkId(one))) return refuse('Please enter a list of ids.');
  // Sorted and unique, so that equal choices are equal values.
  return accept([...new Set(value)].sort((one, other) => one - other));
}

const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  y: true,
  x: true,
  no: false,
  false: false,
  0: false,
  n: false,
};

function readNumber(text: string): FieldValue {
  const number = parseNumber(text);
  return Number.isNaN(number) ? text : number;
}

type CheckedId = { value: number } | { message: string };

/** Returns the id that a text names, or the error. Record captions are case-sensitive. */
export function readId(text: string, kind: FieldKind, ids: IdsByCaption | undefined): CheckedId {
  const named = ids?.get(kind === 'reference' ? text.trim() : text.trim().toLowerCase());
  if (typeof named === 'number') return { value: named };
  const shown = text.trim().slice(0, 100);
  if (named === undefined) return { message: `There is no '${shown}'.` };
  return { message: `Several items are called '${shown}'. Please write ${named.slice(0, 5).join(' or ')}.` };
}

const calculated = <Definition>(dataType: Kind<Definition>['dataType']): Kind<Definition> => ({
  dataType,
  isEntered: false,
  refersTo: null,
  check: () => refuse('This field is calculated.'),
  read: () => refuse('This field is calculated.'),
});

type Kinds = { readonly [K in FieldKind]: Kind<FieldByKind<K>> };

const kinds: Kinds = {
  text: {
    dataType: 'C',
    isEntered: true,
    refersTo: null,
    check: (value, { maximumLength, pattern }) => checkText(value, maximumLength, pattern),
    read: (text, field) => kinds.text.check(text, field),
  },
  'long-text': {
    dataType: null,
    isEntered: true,
    refersTo: null,
    check: (value) => checkText(value, maximumLongText),
    read: (text) => checkText(text, maximumLongText),
  },
  number: {
    dataType: 'N',
    isEntered: true,
    refersTo: null,
    check: checkNumber,
    read: (text, field) => checkNumber(readNumber(text), field),
  },
  integer: {
    dataType: 'N',
    isEntered: true,
    refersTo: null,
    check: checkInteger,
    read: (text, field) => checkInteger(readNumber(text), field),
  },
  money: {
    dataType: 'N',
    isEntered: true,
    refersTo: null,
    check: checkMoney,
    read: (text, field) => checkMoney(readNumber(text.replace(/^[$€£]\s*/, '')), field),
  },
  'yes-no': {
    dataType: 'B',
    isEntered: true,
    refersTo: null,
    check: (value) => (typeof value === 'boolean' ? accept(value) : refuse('Please choose yes or no.')),
    read(text) {
      const word = text.trim().toLowerCase();
      return Object.hasOwn(words, word) ? accept(words[word]!) : refuse('Please choose yes or no.');
    },
  },
  date: {
    dataType: 'D',
    isEntered: true,
    refersTo: null,
    check: checkDate,
    // A workbook's date has a time of day.
    read: (text, field) => checkDate(text.trim().replace(/[T ]00:00(:00(\.0+)?)?Z?$/, ''), field),
  },
  'date-time': {
    dataType: 'D',
    isEntered: true,
    refersTo: null,
    check: checkDateTime,
    read(text) {
      const time = text.trim().replace(' ', 'T');
      if (/^\d{4}-\d\d-\d\d$/.test(time)) return checkDateTime(`${time}T00:00:00Z`);
      return checkDateTime(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`);
    },
  },
  duration: {
    dataType: 'N',
    isEntered: true,
    refersTo: null,
    check: checkDuration,
    read: (text) => checkDuration(text.trim().toUpperCase()),
  },
  'list-item': {
    dataType: 'N',
    isEntered: true,
    refersTo: 'list',
    check: checkId,
    read: (text, _, ids) => readId(text, 'list-item', ids),
  },
  'list-items': {
    dataType: 'N',
    isEntered: true,
    refersTo: 'list',
    check: checkIds,
    read(text, _, ids) {
      const found: number[] = [];
      for (const part of text.split(';').filter((one) => one.trim() !== '')) {
        const checked = readId(part, 'list-items', ids);
        if ('message' in checked) return checked;
        found.push(checked.value);
      }
      return checkIds(found);
    },
  },
  user: {
    dataType: 'N',
    isEntered: true,
    refersTo: 'user',
    check: checkId,
    read: (text, _, ids) => readId(text, 'user', ids),
  },
  reference: {
    dataType: 'N',
    isEntered: true,
    refersTo: 'record',
    check: checkId,
    read: (text, _, ids) => readId(text, 'reference', ids),
  },
  attachment: calculated(null),
  'auto-number': calculated('C'),
  computed: calculated('N'),
  'roll-up': calculated(null),
};

export const getKind = (kind: FieldKind): Kind<FieldDefinition> => kinds[kind] as Kind<FieldDefinition>;

/** Whether lists can filter and sort by a field. Such a field has an index. */
export const isFilterable = (field: FieldDefinition): boolean => 'filterable' in field && field.filterable;

/** Whether values of a field must be unique. Auto-numbers always are, without this setting. */
export const isUnique = (field: FieldDefinition): boolean => 'unique' in field && field.unique;

const numberKinds: ReadonlySet<FieldKind> = new Set(['number', 'integer', 'money']);

/** Whether a field's cells in a file are numbers. */
export const holdsNumbers = ({ kind }: Pick<FieldDefinition, 'kind'>): boolean => numberKinds.has(kind);

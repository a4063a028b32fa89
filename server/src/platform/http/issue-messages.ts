import type { z } from 'zod';

/**
 * Returns what is wrong with a value in a request, in the wording of the forms; nothing if the contract has its own
 * message.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'Required.';
  if (issue.code === 'too_big') return tooBig(issue, Number(issue.maximum));
  if (issue.code === 'too_small') return tooSmall(issue, Number(issue.minimum));
  if (issue.code === 'invalid_type') return wrongType(String(issue.expected), issue.input);
  if (issue.code === 'invalid_value') return wrongValue(issue.values);
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
  if (issue.code === 'invalid_key') return issue.issues[0]?.message;
  if (issue.code === 'invalid_union')
    return 'Please give one of the forms that the documentation of the call names.';
  if (issue.code === 'invalid_format') return wrongFormat(String(issue.format));
  if (issue.code === 'not_multiple_of') return `Please enter a multiple of ${issue.divisor}.`;
  return undefined;
}

const types: Readonly<Record<string, string>> = {
  string: 'Please give a text.',
  number: 'Please enter a number.',
  int: 'Please enter an integer.',
  bigint: 'Please enter an integer.',
  boolean: 'Please give true or false.',
  array: 'Please give a list.',
  tuple: 'Please give a list.',
  object: 'Please give an object.',
  record: 'Please give an object.',
};

function wrongType(expected: string, input: unknown): string {
  // A number with decimals, or beyond the exact range, where an integer is expected.
  if (expected === 'int' && typeof input !== 'number') return types.number!;
  return types[expected] ?? 'Please give a value of another type.';
}

function wrongValue(values: readonly unknown[]): string {
  const [only, ...others] = values.map(String);
  return others.length === 0 ? `Please give ${only}.` : `Please give one of ${[only, ...others].join(', ')}.`;
}

function unknownFields(names: readonly string[]): string {
  return names.length === 1 ? `There is no field ${names[0]}.` : `There are no fields ${names.join(', ')}.`;
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'Please give a time as ISO 8601 with a zone, as in 2014-02-07T14:55:00Z.',
  date: 'Please enter a date.',
  email: 'Please enter a valid e-mail address.',
  url: 'Please enter an address such as https://example.com.',
  uuid: 'Please give a UUID.',
};

const wrongFormat = (format: string): string => formats[format] ?? 'Please give a text of the expected form.';

interface Bounded {
  origin: string;
  /** Whether the bound itself is allowed; true by default. */
  inclusive?: boolean;
  input?: unknown;
}

function tooBig({ origin, inclusive, input }: Bounded, maximum: number): string | undefined {
  if (isNumber(origin)) return `Please enter a number less than ${orEqualTo(inclusive)}${maximum}.`;
  if (origin === 'array') return `Please give at most ${maximum.toLocaleString('en-US')}.`;
  if (origin !== 'string') return undefined;
  return `${String(input).length - maximum} characters over maximum length of ${maximum}.`;
}

function tooSmall({ origin, inclusive, input }: Bounded, minimum: number): string | undefined {
  if (isNumber(origin)) return `Please enter a number greater than ${orEqualTo(inclusive)}${minimum}.`;
  if (origin === 'array') return `Please give at least ${minimum.toLocaleString('en-US')}.`;
  if (origin !== 'string') return undefined;
  return input === ''
    ? 'Required.'
    : `${minimum - String(input).length} characters under minimal length of ${minimum}.`;
}

const orEqualTo = (inclusive: boolean | undefined): string => (inclusive === false ? '' : 'or equal to ');

const isNumber = (origin: string): boolean => ['number', 'int', 'bigint'].includes(origin);

import type { z } from 'zod';

/** What is wrong with a value in a request, in the words of the forms; nothing where the contract's own say it. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'Required.';
  if (issue.code === 'too_big') return tooBig(issue, Number(issue.maximum));
  if (issue.code === 'too_small') return tooSmall(issue, Number(issue.minimum));
  return undefined;
}

interface Bounded {
  origin: string;
  /** Whether the bound itself is allowed; it is unless this says no. */
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

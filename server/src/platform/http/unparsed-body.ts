import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { refuseProblems } from '../rules.ts';

/**
 * Maximum number of values in a JSON body: fields, items, objects and lists. Parsing five million empty objects, which
 * fit into the size limit for points, takes two seconds; this many take a tenth of one.
 */
export const mostValues = 500_000;

/**
 * Maximum bytes of a body that is parsed on the thread that answers requests, if its call accepts larger ones unparsed.
 */
export const mostParsedBytes = 128 * 1024;

/** Maximum number of problems that are listed for a body that is checked in a separate thread. */
const mostProblems = 100;

const [comma, openBrace, openBracket] = [...Buffer.from(',{[')] as [number, number, number];

/** A JSON body that its handler passes on to `parseBody` in another thread. */
export class UnparsedBody {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Counts the values of a JSON text, including commas and brackets inside strings. Stops past the limit. */
export function countValues(body: Uint8Array, limit = mostValues): number {
  let count = 1;
  for (let i = 0; i < body.length && count <= limit; i++) {
    const byte = body[i];
    if (byte === comma || byte === openBrace || byte === openBracket) count++;
  }
  return count;
}

/** @throws AppError `too-large` */
export function assertFewValues(body: Uint8Array): void {
  if (countValues(body) <= mostValues) return;
  const message = `The body has more than ${mostValues.toLocaleString('en-US')} values. Please send it in parts.`;
  throw new AppError('too-large', message);
}

/**
 * Parses and checks an `UnparsedBody`. The schema rejects unknown fields and allows no free text.
 * @throws AppError `too-large` for more than `mostValues`; `invalid-request` with the first 100 problems.
 */
export function parseBody<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  assertFewValues(bytes);
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new AppError('invalid-request', 'The body is not valid JSON.');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, mostProblems);
  refuseProblems(problems.map(({ path, message }) => ({ path: path.join('.'), message })));
  throw parsed.error;
}

import { AppError } from './errors.ts';

/** U+0000, which PostgreSQL can't store in text. */
export const zeroCharacter = 'Text must not contain the character of code zero.';
/** PostgreSQL would silently replace a lone surrogate by another character. */
export const halfCharacter = 'Text must not contain half of a character (a lone surrogate).';

/** The flag `u` makes this match only lone surrogates. */
const surrogate = /\p{Surrogate}/u;

/**
 * Rejects text that PostgreSQL can't store unchanged, anywhere in a body.
 * @throws AppError `invalid-request` with the path of the first such text.
 */
export function assertKeepable(body: unknown, path = ''): void {
  if (typeof body === 'string') {
    const message = body.includes('\0') ? zeroCharacter : surrogate.test(body) ? halfCharacter : null;
    if (message) throw new AppError('invalid-request', message, { errors: [{ path, message }] });
  } else if (typeof body === 'object' && body !== null) {
    for (const key in body) {
      const value = (body as Record<string, unknown>)[key];
      // Most values of a large body are numbers: do not build paths for them.
      if (typeof value === 'string' || typeof value === 'object') {
        assertKeepable(value, path ? `${path}.${key}` : key);
      }
    }
  }
}

/** Returns a text from another system in a form that PostgreSQL can store: without U+0000 and lone surrogates. */
export const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString();

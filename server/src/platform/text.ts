import { AppError } from './errors.ts';

/** U+0000, which PostgreSQL can't store in text. */
export const zeroCharacter = 'Text must not contain the character of code zero.';
/** A surrogate without its pair would silently become another character in PostgreSQL. */
export const halfCharacter = 'Text must not contain half of a character (a lone surrogate).';

/** The flag `u` makes this match lone surrogates only. */
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

/** A text as PostgreSQL stores it, for what comes from other systems: without zeros, and in whole characters. */
export const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString();

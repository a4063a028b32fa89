import { AppError } from './errors.ts';

/** Code zero, which PostgreSQL keeps in no text. */
export const zeroCharacter = 'Text must not contain the character of code zero.';
/** A surrogate without its other half: on its way to PostgreSQL it would silently become another character. */
export const halfCharacter = 'Text must not contain half of a character (a lone surrogate).';

/** With the flag only one that stands alone matches. */
const surrogate = /\p{Surrogate}/u;

/**
 * Refuses what could not be kept as it was sent, wherever it stands in a body.
 * @throws AppError `invalid-request` with the path of the first such text.
 */
export function assertKeepable(body: unknown, path = ''): void {
  if (typeof body === 'string') {
    const message = body.includes('\0') ? zeroCharacter : surrogate.test(body) ? halfCharacter : null;
    if (message) throw new AppError('invalid-request', message, { errors: [{ path, message }] });
  } else if (typeof body === 'object' && body !== null) {
    for (const key in body) {
      const value = (body as Record<string, unknown>)[key];
      // Of large bodies most are numbers: no path is made for them.
      if (typeof value === 'string' || typeof value === 'object') {
        assertKeepable(value, path ? `${path}.${key}` : key);
      }
    }
  }
}

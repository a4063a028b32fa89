import { expect, test } from 'vitest';
import { explainError, StartError } from './start-error.ts';

const osError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: it failed`), { code, path });

test.each([
  [
    osError('ENOSPC', '/data/secret-key'),
    "/data/secret-key can't be used: the disk is full: free some space and start again",
  ],
  [osError('ENOSPC'), 'ENOSPC: it failed: the disk is full: free some space and start again'],
  [
    osError('EACCES', '/data/postgres'),
    "/data/postgres can't be used: permission denied: give it to the user who starts Twinward, or set DATA_DIR to another folder",
  ],
  [
    osError('EROFS', '/data/x'),
    "/data/x can't be used: the file system is read-only: mount it for writing, or set DATA_DIR to another folder",
  ],
  [
    Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' }),
    'The disk of the database is full: free some space and start again (could not extend file "base/1/2")',
  ],
  [
    new StartError(
      "the database server doesn't start:\nLOG:  x\nFATAL:  could not write: No space left on device",
    ),
    'The disk of the database is full: free some space and start again (FATAL:  could not write: No space left on device)',
  ],
  [new StartError('PORT 80 is taken'), 'PORT 80 is taken'],
])('explains %s in one sentence', (error, sentence) => {
  expect(explainError(error)).toBe(sentence);
});

test('shows the stack trace of a bug', () => {
  expect(explainError(new TypeError('x is undefined'))).toContain('    at ');
});

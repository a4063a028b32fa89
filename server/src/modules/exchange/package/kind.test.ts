import { expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { readEach } from './kind.ts';

it('readEach skips records that do not exist, and rethrows other errors', async () => {
  const read = async (key: string) => {
    if (key === 'gone') throw new AppError('not-found', 'It does not exist.');
    return key === 'unknown' ? null : { name: key };
  };
  expect(await readEach(['a', 'gone', 'unknown', 'b'], read)).toEqual(
    new Map([
      ['a', { name: 'a' }],
      ['b', { name: 'b' }],
    ]),
  );
  const fails = async () => Promise.reject(new AppError('forbidden', 'You may not read it.'));
  await expect(readEach(['a'], fails)).rejects.toThrow('You may not read it.');
});

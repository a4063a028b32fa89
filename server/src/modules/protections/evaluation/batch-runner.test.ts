import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { runBatch } from './batch-runner.ts';

const log = createLogger('silent');
const nothing = { dueSince: [], isBehind: false };

/** Runs a batch that fails with these errors in sequence. Returns whether an item was set aside. */
async function failWith(...errors: Error[]): Promise<boolean> {
  let isPutAside = false;
  await runBatch(
    {
      what: 'protections',
      size: 10,
      evaluate: async () => {
        throw errors.shift()!;
      },
      setAside: async () => {
        isPutAside = true;
        return nothing;
      },
    },
    log,
  );
  return isPutAside;
}

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

it('a batch sets aside an item that also fails when evaluated alone', async () => {
  expect(await failWith(new Error('a fault'), new Error('a fault'))).toBe(true);
});

it.each(['57P01', '57014', '53100', 'ECONNREFUSED'])(
  'a batch sets nothing aside for database errors: %s',
  async (code) => {
    await expect(failWith(withCode(code))).rejects.toThrow('it failed');
    await expect(failWith(new Error('a fault'), withCode(code))).rejects.toThrow('it failed');
  },
);

it('a batch does not set aside an item that another process has changed', async () => {
  expect(await failWith(withCode('40001'))).toBe(false);
});

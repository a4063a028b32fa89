import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { surviveCrashes } from './testing/proofs/survive.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-crash-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('neither loses nor duplicates data when all processes are killed ten times', async () => {
  await surviveCrashes({ directory, rounds: 10, rows: 1_500_000 });
});

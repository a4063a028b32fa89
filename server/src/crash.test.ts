import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { surviveCrashes } from './testing/crash/survive.ts';
import { buildProduct } from './testing/instance.ts';

let directory: string;
beforeAll(async () => {
  buildProduct();
  directory = await mkdtemp(join(tmpdir(), 'twinward-crash-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('loses and doubles nothing when everything is killed twice', async () => {
  await surviveCrashes({ directory, rounds: 2, rows: 1_200_000 });
}, 180_000);

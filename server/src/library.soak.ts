import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { surviveLibraryCrashes } from './testing/proofs/library.ts';
import { survivePackageCrashes } from './testing/proofs/packages.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-library-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('neither duplicates twins nor leaves them incomplete when each step with models is killed ten times', async () => {
  await surviveLibraryCrashes({ directory: join(directory, 'models'), rounds: 10, assets: 1000 });
});

test('executes each step of a package once when each is killed ten times', async () => {
  await survivePackageCrashes({ directory: join(directory, 'packages'), rounds: 10, assets: 5000 });
});

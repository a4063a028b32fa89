import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { makeDatabaseFolder } from './testing/folder.ts';
import { buildProduct } from './testing/instance.ts';
import { surviveLibraryCrashes } from './testing/proofs/library.ts';
import { survivePackageCrashes } from './testing/proofs/packages.ts';
import { surviveCrashes } from './testing/proofs/survive.ts';

let directory: string;
beforeAll(async () => {
  buildProduct();
  directory = await makeDatabaseFolder('twinward-crash-');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('neither loses nor duplicates data when all processes are killed twice', async () => {
  await surviveCrashes({ directory: join(directory, 'points'), rounds: 2, rows: 800_000 });
}, 600_000);

test('imports and rolls back a package once when all processes are killed during each', async () => {
  const killed = ['import', 'roll-back'] as const;
  await survivePackageCrashes({ directory: join(directory, 'packages'), killed, rounds: 1, assets: 1500 });
}, 600_000);

test('resumes the simulation of a draft after all processes are killed during it', async () => {
  const killed = ['simulate'] as const;
  await surviveLibraryCrashes({ directory: join(directory, 'models'), killed, rounds: 1, assets: 100 });
}, 600_000);

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

test('loses and doubles nothing when everything is killed twice', async () => {
  await surviveCrashes({ directory: join(directory, 'points'), rounds: 2, rows: 800_000 });
}, 600_000);

test('carries the import and the roll back of a package out once when everything is killed in each', async () => {
  const killed = ['import', 'roll-back'] as const;
  await survivePackageCrashes({ directory: join(directory, 'packages'), killed, rounds: 1, assets: 1500 });
}, 600_000);

test('goes on with the simulation of a draft when everything is killed in it', async () => {
  const killed = ['simulate'] as const;
  await surviveLibraryCrashes({ directory: join(directory, 'models'), killed, rounds: 1, assets: 100 });
}, 600_000);

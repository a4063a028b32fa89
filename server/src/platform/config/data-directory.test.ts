import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataDirectory } from './data-directory.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-data-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('creates the folder and its parents', async () => {
  const wanted = join(directory, 'srv', 'twinward');
  await prepareDataDirectory(wanted);
  await prepareDataDirectory(wanted);
  expect((await stat(wanted)).isDirectory()).toBe(true);
});

test("reports that a file with the folder's name exists", async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(prepareDataDirectory(join(file, 'data'))).rejects.toThrow(
    `DATA_DIR '${file}/data' can't be written (ENOTDIR): it must be a folder of the user who starts Twinward`,
  );
});

test.runIf(existsSync('/proc/self'))('reports that the folder cannot be created', async () => {
  await expect(prepareDataDirectory('/proc/nothing')).rejects.toThrow(
    "DATA_DIR '/proc/nothing' can't be written (ENOENT): it must be a folder of the user who starts Twinward",
  );
});

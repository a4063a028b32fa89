import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findListProblems, listNew, problemsOfAll } from './migrations.mjs';

let parent: string;
let folder: string;
let release: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'twinward-list-'));
  folder = join(parent, 'tenant');
  release = join(parent, 'release');
  mkdirSync(folder);
  mkdirSync(release);
  writeFileSync(join(folder, '0001_one.sql'), 'select 1;\n');
  writeFileSync(join(folder, '0002_two.sql'), 'select 2;\n');
  listNew(folder);
});
afterEach(() => rmSync(parent, { recursive: true }));

const list = () => readFileSync(join(folder, 'checksums'), 'utf8');
const problems = () => findListProblems(folder, 'tenant', [release]);
const releaseIt = () => writeFileSync(join(release, 'tenant.checksums'), list());

test('the lists of the product are complete', () => {
  expect(problemsOfAll()).toEqual([]);
});

test('lists each file once, in the order of creation', () => {
  writeFileSync(join(folder, '0004_four.sql'), 'select 4;\n');
  expect(listNew(folder)).toEqual(['0004_four.sql']);
  writeFileSync(join(folder, '0003_three.sql'), 'select 3;\n');
  expect(problems()).toEqual([
    'tenant/0003_three.sql is not listed in tenant/checksums: run npm run migrations',
  ]);
  expect(listNew(folder)).toEqual(['0003_three.sql']);
  expect(list().match(/\d{4}_\w+/g)).toEqual(['0001_one', '0002_two', '0004_four', '0003_three']);
  expect(problems()).toEqual([]);
});

test('finds an edited file', () => {
  writeFileSync(join(folder, '0001_one.sql'), 'select 10;\n');
  expect(problems()).toEqual([expect.stringContaining('tenant/0001_one.sql was edited.')]);
});

test('finds an edited file with an edited line after a release', () => {
  releaseIt();
  writeFileSync(join(folder, '0001_one.sql'), 'select 10;\n');
  rmSync(join(folder, 'checksums'));
  listNew(folder);
  expect(problems()).toEqual([
    expect.stringContaining('line 1 of tenant/checksums differs from the release'),
  ]);
});

test('finds a file inserted before a released one', () => {
  releaseIt();
  writeFileSync(join(folder, '0001_between.sql'), 'select 3;\n');
  rmSync(join(folder, 'checksums'));
  listNew(folder);
  expect(problems()).toEqual([
    expect.stringContaining('line 1 of tenant/checksums differs from the release'),
  ]);
});

test('finds a removed file, and a file that is listed twice', () => {
  appendFileSync(join(folder, 'checksums'), list().split('\n')[0]!);
  rmSync(join(folder, '0002_two.sql'));
  expect(problems()).toEqual([
    'tenant/0002_two.sql is listed but missing: restore it',
    'tenant/0001_one.sql is listed twice in tenant/checksums: remove one line',
  ]);
});

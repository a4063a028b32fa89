import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './files.mjs';
import { findProblems } from './licences.mjs';

const createLock = (entry: object) => ({
  packages: { 'node_modules/a/node_modules/@b/c': { version: '1.0.0', ...entry } },
});

it('finds no problem in the installed packages', () => {
  expect(findProblems(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))).toEqual([]);
});

it.each([
  [{}, ['@b/c 1.0.0 names no licence']],
  [
    { license: 'GPL-3.0-only' },
    ['@b/c 1.0.0 has the licence GPL-3.0-only, which is not among those permitted'],
  ],
  [{ license: '(MIT OR GPL-3.0-or-later)' }, []],
  [
    { license: '(MIT AND LGPL-3.0-or-later)' },
    ['@b/c 1.0.0 has the licence (MIT AND LGPL-3.0-or-later), which is not among those permitted'],
  ],
  [{ license: 'MPL-2.0', dev: true }, []],
  [{ license: 'MPL-2.0' }, ['@b/c 1.0.0 has the licence MPL-2.0, which is not among those permitted']],
  [{ link: true }, []],
])('checks %j', (entry, problems) => {
  expect(findProblems(createLock(entry))).toEqual(problems);
});

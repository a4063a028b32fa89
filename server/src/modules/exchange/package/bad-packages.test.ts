import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { exchangeOf, filesOf, packageOf, zipOf } from '../../../testing/packages.ts';

let test: TestApp;
let headers: Record<string, string>;
let exchange: ReturnType<typeof exchangeOf>;

beforeAll(async () => {
  test = await createTestApp();
  headers = await makeSession(test.tenant.db, { isAdmin: true });
  exchange = exchangeOf(test, headers);
});
afterAll(() => test.close());

const list = (name: string, more: object = {}) => ({ name, ...more });

/** What a check of a package that can't be read at all says. */
const errorOf = async (bytes: Buffer) => (await exchange.check(bytes)).error;
/** The problems that a check lists. */
const problemsOf = async (bytes: Buffer) => (await exchange.check(bytes)).result.problems;

describe('a package that can not be read', () => {
  const damaged = 'The package is damaged or incomplete: it is no whole zip archive. Please export it again.';

  it('is refused where it is no archive, or breaks off', async () => {
    expect(await errorOf(randomBytes(5000))).toBe(damaged);
    const whole = await packageOf({ list: [list('A')] });
    expect(await errorOf(whole.subarray(0, whole.length - 30))).toBe(damaged);
    expect(await errorOf(whole.subarray(100))).toBe(damaged);
  });

  it.each(['../list.json', '/etc/list.json', 'C:\\list.json', 'a/list.json', '..\\list.json', 'list.txt'])(
    'is refused for the path %s',
    async (name) => {
      const files = [...filesOf({}), [name, '[]'] as const];
      expect(await errorOf(await zipOf(files))).toBe(
        `The package holds '${name}': only .json files without folders belong in it.`,
      );
    },
  );

  it('is refused where it holds a file twice, or has no manifest', async () => {
    const twice = [...filesOf({ list: [] }), ['list.json', '[]'] as const];
    expect(await errorOf(await zipOf(twice))).toBe('The package holds list.json twice.');
    expect(await errorOf(await zipOf([['list.json', '[]']]))).toBe(
      'The file is no package: it has no manifest.json.',
    );
    expect(await errorOf(await zipOf([['manifest.json', '{"format":"other"}']]))).toBe(
      'The file is no package of Twinward.',
    );
  });

  it('is refused where it unpacks to far more than its size', async () => {
    const bomb = await packageOf({ list: `[${' '.repeat(80 * 1024 * 1024)}]` });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await errorOf(bomb)).toBe('list.json unpacks to more than 250 times the size of the package.');
  });

  it('is refused by what it would need, where it is of a newer format or product', async () => {
    expect(await errorOf(await packageOf({}, { formatVersion: 2, productVersion: '27.01.01.0001' }))).toBe(
      'It has format 2 and was made by version 27.01.01.0001. This version reads format 1: please update to 27.01.01.0001 or later.',
    );
    expect(await errorOf(await packageOf({}, { productVersion: '99.1.0.0' }))).toMatch(
      /^It was made by version 99\.1\.0\.0\. This is version [\d.]+: please update to 99\.1\.0\.0 or later\.$/,
    );
  });

  it('is refused where the manifest is wrong', async () => {
    expect(await errorOf(await packageOf({}, { source: 5 }))).toMatch(/^manifest\.json, source: /);
  });
});

describe('a problem of a package', () => {
  it('is a changed byte, by the checksum', async () => {
    const files = filesOf({ list: [list('AREAS')] });
    const changed = files.map(([name, text]) => [name, text.replace('"AREAS"', '"AREAZ"')] as const);
    expect(await problemsOf(await zipOf(changed))).toEqual([
      {
        place: 'list.json',
        message: 'Its checksum is not that of the manifest: it was changed or damaged.',
      },
    ]);
  });

  it('is a signature that does not fit', async () => {
    const { bytes } = await exchange.export([{ kind: 'list' }]);
    const own = await exchange.check(bytes);
    expect(own.result).toMatchObject({ signature: 'own', problems: [] });
    const signature = JSON.stringify({
      algorithm: 'Ed25519',
      publicKey: own.result.publicKey,
      signature: Buffer.alloc(64).toString('base64'),
    });
    const forged = [...filesOf({ list: [list('A')] }), ['signature.json', signature] as const];
    const check = await exchange.check(await zipOf(forged));
    expect(check.result).toMatchObject({ signature: 'invalid' });
    expect(check.result.problems).toEqual([
      {
        place: 'signature.json',
        message: 'The signature does not fit the manifest: one of them was changed.',
      },
    ]);
    const imported = await test.ask('POST', `/api/exchange/checks/${check.commandId}/import`, headers, {
      trust: true,
    });
    expect(imported.statusCode).toBe(409);
  });

  it('is a field of the wrong type, or one that is not known, with its place', async () => {
    const records = [
      list('A'),
      list('B', { description: 5 }),
      list('C', { configuration: { items: [{ caption: 1 }] } }),
    ];
    const problems = await problemsOf(await packageOf({ list: [...records, { ...list('D'), secret: 'x' }] }));
    expect(problems.map(({ place }: { place: string }) => place)).toEqual([
      'list.json, record 2, description',
      'list.json, record 3, configuration.items.0.caption',
      'list.json, record 4',
    ]);
  });

  it('is a key that comes twice', async () => {
    expect(await problemsOf(await packageOf({ list: [list('A'), list('A')] }))).toEqual([
      { place: 'list.json, record 2', message: "'A' comes twice." },
    ]);
  });

  it.each([
    ['{}', 'It is no array of records.'],
    ['[{"name":"A"}', 'It breaks off before its end.'],
    ['[{"name":"A"}] x', 'It goes on behind the array of records.'],
    ['[{"name":"A"},]', 'A record is missing between two commas.'],
    ['[{"name":A}]', 'It is no valid JSON.'],
    [`[${'['.repeat(100_000)}]`, 'It breaks off before its end.'],
  ])('is %s', async (text, message) => {
    const problems = await problemsOf(await packageOf({ list: text }));
    expect(problems.map((problem: { message: string }) => problem.message)).toContain(message);
  });

  it('is a kind that is not known, a file that is missing, and one that is too many', async () => {
    const files = filesOf({ list: [list('A')], ship: [], tag: [] }).filter(([name]) => name !== 'tag.json');
    expect(await problemsOf(await zipOf([...files, ['notes.json', '[]']]))).toEqual([
      { place: 'ship.json', message: "This version knows no records of the kind 'ship'." },
      { place: 'tag.json', message: 'The file is missing.' },
      { place: 'notes.json', message: 'The manifest does not name this file.' },
    ]);
  });

  it('is a circle of records that need one another', async () => {
    const asset = (uniqueId: string, parent: string) => ({ uniqueId, assetName: uniqueId, parent });
    const problems = await problemsOf(await packageOf({ asset: [asset('A', 'B'), asset('B', 'A')] }));
    expect(problems).toEqual([
      {
        place: 'asset.json',
        message: 'Records need one another in a circle: asset A → asset B → asset A.',
      },
    ]);
  });
});

describe('a conflict', () => {
  const conflictsOf = async (kinds: Record<string, readonly unknown[]>) => {
    const check = await exchange.check(await packageOf(kinds));
    expect(check.error).toBeNull();
    expect(check.result.problems).toEqual([]);
    return exchange.rows(check.commandId, '?action=conflict');
  };

  it('is logic that does not compile', async () => {
    const tag = { name: 'X', caption: 'X', type: 'calculated', logic: '[A] +' };
    expect(await conflictsOf({ tag: [tag] })).toMatchObject([{ kind: 'tag', key: 'X', action: 'conflict' }]);
  });

  it('is a name of the system', async () => {
    const type = { name: 'asset', caption: 'My asset' };
    expect(await conflictsOf({ 'record-type': [type] })).toMatchObject([
      { key: 'asset', message: expect.stringContaining('can’t be changed') },
    ]);
    const unit = {
      code: 'bar',
      name: 'Bar',
      abbreviation: 'bar',
      category: 'Pressure',
      base: 'Pa',
      factor: 7,
    };
    expect(await conflictsOf({ unit: [unit] })).toMatchObject([{ key: 'bar' }]);
  });

  it('is a name that another record has but for its case', async () => {
    expect(
      await conflictsOf({
        group: [{ name: 'viewers', caption: 'V', description: '', assignedRecordTypes: [] }],
      }),
    ).toMatchObject([{ key: 'viewers', message: 'There is a group of that name already.' }]);
  });

  it('is what an earlier conflict leaves out', async () => {
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
    const rows = await conflictsOf({ 'record-type': [type], relationship: [relationship] });
    expect(rows.map(({ key }: { key: string }) => key)).toEqual(['visit', 'r']);
  });

  it('writes nothing', async () => {
    const counts = async () => {
      const { kinds } = (await test.ask('GET', '/api/exchange', headers)).json();
      const audit = await test.ask('POST', '/api/audit/filters', headers, {});
      return { kinds, audit: audit.headers['x-paging-total-records'] };
    };
    const before = await counts();
    await exchange.check(
      await packageOf({ list: [list('NEW'), list('BAD', { dataType: 'N', kind: 'simple' })] }),
    );
    expect(await counts()).toEqual(before);
  });
});

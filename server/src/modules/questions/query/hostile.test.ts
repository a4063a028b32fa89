import { maximumJoins } from '@twinward/contracts/questions/query-definition';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession } from '../../../testing/factories.ts';
import { inReadOnly } from './run.ts';

let test: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  await makeAsset(test.tenant.db);
});
afterAll(() => test.close());

const field = (key: string, path: string) => ({ kind: 'field', key, path });
const toDefinition = (more: object) => ({
  source: { kind: 'records', type: 'asset' },
  columns: [field('name', 'assetName')],
  ...more,
});
async function run(more: object, parameters = {}) {
  const answer = await test.ask('POST', '/api/queries/run', admin, {
    definition: toDefinition(more),
    parameters,
  });
  const { message = '', rows } = answer.json();
  return { status: answer.statusCode, message, rows };
}

const attacks = [
  "'; drop table asset; --",
  '" or ""="',
  '$1',
  '\\',
  '%_%',
  'a'.repeat(999),
  '$' + '{1}',
  '🜁‮',
] as const;

describe('names and values never become a part of the statement', () => {
  it.each(attacks)('as a value: %s', async (value) => {
    for (const operator of ['EqualTo', 'Contains', 'StartsWith', 'NotEqualTo'])
      expect((await run({ filters: [{ field: 'assetName', operator, value }] })).status).toBe(200);
    const filters = [{ field: 'assetName', operator: 'EqualTo', value: { parameter: 'p' } }];
    const parameters = [{ name: 'p', caption: 'P', kind: 'text' }];
    expect(await run({ filters, parameters }, { p: value })).toMatchObject({ status: 200, rows: [] });
  });

  it.each(attacks)('as a name: %s', async (name) => {
    const refused = [
      { columns: [field('a', name)] },
      { columns: [field(name, 'assetName')] },
      { filters: [{ field: name, operator: 'IsNull' }] },
      { sorts: [{ field: name, direction: 'Ascending' }] },
      { source: { kind: 'records', type: name } },
      { columns: [{ kind: 'group', key: 'a', path: 'assetName', by: name }] },
      { columns: [{ kind: 'computed', key: 'a', expression: name }] },
    ];
    for (const more of refused) expect((await run(more)).status).toBe(400);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'fields', 'links', 'records.a.b'])(
    'as a path: %s',
    async (path) => {
      expect((await run({ columns: [field('a', path)] })).status).toBe(400);
      expect((await run({ filters: [{ field: path, operator: 'IsNull' }] })).status).toBe(400);
    },
  );

  it('as a caption, which is only returned', async () => {
    const answer = await run({
      columns: [{ ...field('a', 'assetName'), caption: '"; drop table asset; --' }],
    });
    expect(answer.status).toBe(200);
  });

  it('as a NUL, which PostgreSQL refuses', async () => {
    const filters = [{ field: 'assetName', operator: 'EqualTo', value: 'a\0b' }];
    expect((await run({ filters })).status).toBe(400);
  });
});

describe('limits', () => {
  it('follows a cycle of relationships up to the limit of joins', async () => {
    const cycle = (length: number) => `${'parent.children.'.repeat(length / 2)}assetName`;
    expect((await run({ columns: [field('a', cycle(16))] })).status).toBe(200);
    const most = Array.from({ length: maximumJoins }, () => 'parent').join('.');
    expect((await run({ columns: [field('a', `${most}.assetName`)] })).status).toBe(200);
    const over = await run({ columns: [field('a', `${most}.parent.assetName`)] });
    expect([over.status, over.message]).toEqual([
      ...[
        400,
        `A query walks at most ${maximumJoins} relationships. Please leave out some columns or filters.`,
      ],
    ]);
  });

  it('refuses 50 joins, in columns and in filters', async () => {
    const paths = Array.from(
      { length: 10 },
      (_, i) => `${'parent.'.repeat(i)}children.twin.asset.taxonomy.class`,
    );
    const columns = paths.map((path, i) => field(`c${i}`, path));
    expect((await run({ columns })).status).toBe(400);
    const filters = paths.map((path) => ({ field: path, operator: 'IsNotNull' }));
    expect((await run({ filters })).status).toBe(400);
  });

  it('refuses 10,000 filters, in a list and nested', async () => {
    const one = { field: 'assetName', operator: 'EqualTo', value: 'a' };
    const groups = Array.from({ length: 100 }, () => ({
      operator: 'GroupOr',
      filters: Array.from({ length: 100 }, () => one),
    }));
    const wide = await run({ filters: groups });
    expect([wide.status, wide.message]).toEqual([
      ...[400, 'filters: A query has at most 200 conditions; this one has 10100.'],
    ]);
    let deep: object = one;
    for (let i = 0; i < 2000; i++) deep = { operator: 'GroupAnd', filters: [deep] };
    expect((await run({ filters: [deep] })).status).toBe(400);
  });

  it('accepts a computed column that overflows, and one of the maximum length', async () => {
    const columns = [
      { kind: 'aggregate', key: 'n', aggregate: 'count' },
      { kind: 'computed', key: 'x', expression: 'POWER(10 + [n], 300) * POWER(10 + [n], 300)' },
    ];
    const overflow = await run({ columns });
    expect([overflow.status, overflow.message]).toEqual([
      400,
      'A value of the query is too large to calculate.',
    ]);
    const long = `[n]${' / [n]'.repeat(330)}`;
    const deep = `${'('.repeat(90)}[n]${')'.repeat(90)}`;
    for (const expression of [long, deep, '1 / 0', `${'-'.repeat(500)}1`]) {
      const computed = { kind: 'computed', key: 'x', expression };
      expect((await run({ columns: [columns[0], computed] })).status).toBe(200);
    }
  });

  it('groups by a width with many buckets, and does not fill a million gaps', async () => {
    const columns = [{ kind: 'group', key: 'a', path: 'id', by: { width: 1e-9 } }];
    expect((await run({ columns })).status).toBe(200);
    const far = [{ field: 'start', operator: 'GreaterThan', value: '0001-01-01' }];
    const hours = [{ kind: 'group', key: 'h', path: 'start', by: 'hour' }];
    const filled = await run({
      source: { kind: 'records', type: 'excursion' },
      columns: hours,
      filters: far,
    });
    expect([filled.status, filled.rows]).toEqual([200, []]);
  });
});

describe('a query that takes too long', () => {
  const slow = (milliseconds: number) =>
    inReadOnly(test.tenant.db, (db) => sql`select pg_sleep(60)`.execute(db), milliseconds);

  it('is stopped with a clear message', async () => {
    await expect(slow(50)).rejects.toMatchObject({
      id: 'too-large',
      message: expect.stringContaining('took longer than 10 s and was stopped'),
    });
  });

  it('is stopped over a product of tables', async () => {
    const product = inReadOnly(
      test.tenant.db,
      (db) =>
        sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b`.execute(db),
      50,
    );
    await expect(product).rejects.toMatchObject({ id: 'too-large' });
  });

  it('writes nothing', async () => {
    const write = inReadOnly(test.tenant.db, (db) => sql`delete from asset`.execute(db));
    await expect(write).rejects.toThrow('read-only transaction');
  });
});

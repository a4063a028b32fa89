import type { QueryField, QueryType } from '@twinward/contracts/questions/query';
import { queryDefinition } from '@twinward/contracts/questions/query-definition';
import { createBudget } from '@twinward/domain/evaluation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTwin } from '../../../testing/factories.ts';
import { publishModel } from '../../../testing/twin-models.ts';
import { describeTypes, loadCatalogue } from './catalogue/load.ts';
import { runQuery } from './run.ts';

let test: TestApp;
let types: string[];
let described: QueryType[];

const kinds = [
  ...['text', 'long-text', 'number', 'integer', 'money', 'yes-no', 'date', 'date-time', 'duration', 'user'],
];
/** A field of each kind. */
const everyField = (prefix: string) => [
  ...kinds.map((kind) => ({ name: `${prefix}-${kind}`, caption: kind, kind })),
  { name: `${prefix}-item`, caption: 'Item', kind: 'list-item', list: 'REMEDIATION' },
  { name: `${prefix}-items`, caption: 'Items', kind: 'list-items', list: 'REMEDIATION' },
  { name: `${prefix}-asset`, caption: 'Asset', kind: 'reference', recordType: 'asset' },
];

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  const admin = await makeSession(db, { isAdmin: true });
  const made = await test.ask('POST', '/api/recordtypes', admin, {
    name: 'round',
    caption: 'Round',
    titleTemplate: '{r-text}',
    fields: everyField('r'),
    states: [{ name: 'open', caption: 'Open' }],
  });
  expect(made.statusCode, made.body).toBe(201);
  const relationship = await test.ask('POST', '/api/relationships', admin, {
    name: 'visits',
    caption: 'Visits',
    fromType: 'round',
    toType: 'twin',
    cardinality: 'many-many',
    fromCaption: 'Visits',
    toCaption: 'Visited by',
  });
  expect(relationship.statusCode, relationship.body).toBe(201);
  types = [
    'round',
    'asset',
    'twin',
    'tag',
    'protection',
    'advisory',
    'risk-analysis',
    'work',
    'failure-mode',
    'activity',
  ];
  described = describeTypes(await loadCatalogue(db, new Set(types)));
});
afterAll(() => test.close());

function run(type: string, columns: object[], filters: object[] = []) {
  const definition = queryDefinition.parse({ source: { kind: 'records', type }, columns, filters });
  const reader = { userId: 1, timeZone: 'Asia/Kolkata', types };
  return runQuery(test.tenant.db, { definition, parameters: {}, reader }, createBudget({}));
}

const examples: Readonly<Record<QueryField['kind'], unknown>> = {
  text: 'a',
  number: 1.5,
  integer: 1,
  money: 2,
  level: 500,
  duration: 60,
  boolean: true,
  date: 'now-1d',
  'date-time': 'now/d',
  reference: 1,
};

/** Runs the declared SQL, because the compiler does not check names of columns. */
describe('the catalogue', () => {
  it('has valid SQL for each field, as a value, a group and a condition', async () => {
    for (const { name: type, fields, isSource } of described) {
      if (!isSource) continue;
      const values = fields.map((field, i) => ({ kind: 'field', key: `c${i}`, path: field.name }));
      const filters = fields.map((field) => ({
        field: field.name,
        operator: 'EqualTo',
        value: examples[field.kind],
      }));
      await expect(run(type, values, filters), type).resolves.toMatchObject({ rows: [] });
      const groups = fields.map((field, i) => ({
        kind: 'group',
        key: `c${i}`,
        path: field.name,
        ...(field.kind.startsWith('date') ? { by: 'month' } : {}),
      }));
      await expect(run(type, groups), type).resolves.toBeDefined();
    }
  });

  it('has valid SQL for each relation, as a column and a condition', async () => {
    for (const { name: type, relations, isSource } of described) {
      if (!isSource) continue;
      for (const relation of relations) {
        const columns = [{ kind: 'field', key: 'a', path: relation.name }];
        await expect(run(type, columns), `${type}.${relation.name}`).resolves.toBeDefined();
        const filters = ['IsNull', 'IsNotNull'].map((operator) => ({ field: relation.name, operator }));
        const byTitle = { field: relation.name, operator: 'Contains', value: 'a' };
        const count = [{ kind: 'aggregate', key: 'n', aggregate: 'count' }];
        await expect(
          run(type, count, [...filters, byTitle]),
          `${type}.${relation.name}`,
        ).resolves.toBeDefined();
      }
    }
  });

  it('has valid SQL for each field of types that are only reached by relations', async () => {
    const walked = described.filter(({ isSource, name }) => !isSource && name !== 'series');
    expect(walked.map(({ name }) => name)).toEqual([
      ...['consequence', 'list-item', 'probability', 'shelving', 'taxonomy', 'user'],
    ]);
    for (const { name, fields } of walked) {
      const from = described.find(
        (type) => type.isSource && type.relations.some((one) => one.type === name),
      )!;
      const relation = from.relations.find((one) => one.type === name)!;
      const columns = fields.map((field, i) => ({
        kind: 'field',
        key: `c${i}`,
        path: `${relation.name}.${field.name}`,
      }));
      await expect(run(from.name, columns), name).resolves.toBeDefined();
    }
  });

  it('contains library models that are not private, with their twins', async () => {
    const { db } = test.tenant;
    const admin = await makeSession(db, { isAdmin: true });
    const { id, versionId } = await publishModel(test, admin, {});
    const hidden = { name: 'Hidden', accessLevel: 'private' };
    expect((await test.ask('POST', '/api/library/models', admin, hidden)).statusCode).toBeLessThan(300);
    const twinId = await makeTwin(db);
    await db.updateTable('twin').set({ model_version_id: versionId }).where('id', '=', twinId).execute();
    const models = await run('library-model', [
      { kind: 'field', key: 'id', path: 'id' },
      { kind: 'field', key: 'version', path: 'newestVersion' },
      { kind: 'field', key: 'twin', path: 'twins.id' },
    ]);
    expect(models.rows).toEqual([[id, '1.0.0', twinId]]);
    const twins = await run('twin', [{ kind: 'field', key: 'model', path: 'model.id' }]);
    expect(twins.rows).toEqual([[id]]);
  });

  it('contains further fields, links in both directions and referring records', () => {
    const listNames = (type: string) => {
      const { fields, relations } = described.find(({ name }) => name === type)!;
      return [...fields, ...relations].map(({ name }) => name);
    };
    expect(listNames('round')).toEqual(
      expect.arrayContaining(['fields.r-money', 'fields.r-asset', 'links.visits.to']),
    );
    expect(listNames('twin')).toContain('links.visits.from');
    expect(listNames('asset')).toEqual(
      expect.arrayContaining([
        'records.round.r-asset',
        'links.asset-location.to',
        'links.asset-location.from',
      ]),
    );
  });
});

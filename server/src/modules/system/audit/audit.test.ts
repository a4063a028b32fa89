import type { AuditEntry } from '@twinward/contracts/system/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { asOwner } from '../../../testing/database.ts';
import { makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { EntityAudit } from './service.ts';

let server: TestApp;
let security: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  security = await makeSession(server.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => server.close());

const list = (body: object, headers = security, query = '') =>
  server.app.inject({ method: 'POST', url: `/api/audit/filters${query}`, headers, payload: body });

const someone = { userId: 7, userName: 'someone' };
const thing = { id: 1, name: 'One' };
const audit = new EntityAudit('asset', (facts: Record<string, unknown>) => ({ ...thing, facts }));

test('an audit entry contains the acting user, and only the differences of an update', async () => {
  const { db } = server.tenant;
  const before = { caption: 'A', size: 1, parts: ['x'] };
  await audit.created(db, someone, before);
  await audit.updated(db, someone, before, { caption: 'B', size: 1, parts: ['x', 'y'] });
  await audit.saved(db, someone, before, { ...before });
  await audit.deleted(db, null, { caption: 'B' });
  const filters = [{ field: 'EntityType', operator: 'EqualTo', value: 'asset' }];
  const answer = await list({ filters });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['x-paging-total-records']).toBe('3');
  const line = {
    id: expect.any(Number),
    time: expect.any(String),
    entityType: 'asset',
    title: 'One',
    path: null,
  };
  const one = { ...line, entityId: '1', entityName: 'One' };
  expect(answer.json<AuditEntry[]>()).toEqual([
    {
      ...one,
      userId: null,
      userName: 'Twinward',
      action: 'delete',
      old: { caption: 'B' },
      new: null,
      changes: [{ field: 'Caption', old: 'B', new: '' }],
    },
    {
      ...one,
      ...someone,
      action: 'update',
      old: { caption: 'A', parts: ['x'] },
      new: { caption: 'B', parts: ['x', 'y'] },
      changes: [
        { field: 'Caption', old: 'A', new: 'B' },
        { field: 'Parts', old: 'x', new: 'x, y' },
      ],
    },
    {
      ...one,
      ...someone,
      action: 'create',
      old: null,
      new: before,
      changes: [
        { field: 'Caption', old: '', new: 'A' },
        { field: 'Parts', old: '', new: 'x' },
        { field: 'Size', old: '', new: '1' },
      ],
    },
  ]);
  expect((await list({ filters }, security, '?page-size=1&page-number=3')).json()).toMatchObject([
    { action: 'create' },
  ]);
});

test('an audit entry is part of the transaction that it describes', async () => {
  const { db } = server.tenant;
  await expect(
    db.transaction().execute(async (transaction) => {
      await new EntityAudit('work').record(transaction, someone, 'create', thing);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const answer = await list({ filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'work' }] });
  expect(answer.json()).toEqual([]);
});

test('entries of many records are written at once, each with its own values', async () => {
  const { db } = server.tenant;
  const subjects = [1, 2, 3].map((id) => ({ id, name: `Tag ${id}` }));
  await new EntityAudit('tag').recordAll(db, someone, 'update', subjects, ({ id }, place) => ({
    old: { place: 1 },
    new: { place, id },
  }));
  await new EntityAudit('tag').changed(db, someone, subjects[0]!, { old: { a: 1 }, new: { a: 1 } });
  const answer = await list({ filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'tag' }] });
  expect(answer.json<AuditEntry[]>().map(({ entityId, old, new: now }) => [entityId, old, now])).toEqual([
    ['3', { place: 1, id: null }, { place: 2, id: 3 }],
    ['2', { id: null }, { id: 2 }],
    ['1', { place: 1, id: null }, { place: 0, id: 1 }],
  ]);
});

test.each([`update audit_entry set user_name = 'nobody'`, 'delete from audit_entry', 'truncate audit_entry'])(
  'cannot be altered by requests, nor by the owner of the table: %s',
  async (statement) => {
    await audit.record(server.tenant.db, someone, 'create', thing);
    await expect(sql.raw(statement).execute(server.tenant.db)).rejects.toThrow(
      'permission denied for table audit_entry',
    );
    await expect(asOwner(server.context.tenants, statement)).rejects.toThrow(
      'the audit trail is never altered',
    );
  },
);

test('the audit trail answers 400, 401 and 403', async () => {
  expect((await list({ filters: [{ field: 'Old', operator: 'IsNull' }] })).json().message).toBe(
    "There is no field 'Old'. The fields are Id, Time, UserId, UserName, Action, EntityType, EntityId, EntityName.",
  );
  expect((await list({}, {})).statusCode).toBe(401);
  expect((await list({}, await makeViewerSession(server.tenant.db))).statusCode).toBe(403);
});

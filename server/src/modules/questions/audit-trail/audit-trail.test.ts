import {
  type AuditAction,
  type AuditEntity,
  type AuditEntry,
  maximumExportedEntries,
} from '@twinward/contracts/system/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTwin, makeUser, makeViewerSession } from '../../../testing/factories.ts';
import { type AuditDifference, EntityAudit } from '../../system/audit/service.ts';

let test: TestApp;
let admin: Record<string, string>;
let security: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());

const someone = { userId: 7, userName: 'someone' };
const of = (entityType: string, entityId: string | number) => [
  { field: 'EntityType', operator: 'EqualTo', value: entityType },
  { field: 'EntityId', operator: 'EqualTo', value: String(entityId) },
];
const list = async (filters: unknown[], headers = admin): Promise<AuditEntry[]> => {
  const answer = await test.ask('POST', '/api/audit/filters', headers, { filters });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const readUserName = async (id: number): Promise<string> =>
  (
    await test.tenant.db
      .selectFrom('app_user')
      .select('user_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).user_name;
const record = (change: AuditChange) => {
  const { action, entityType, entityId: id, entityName: name, ...difference } = change;
  return new EntityAudit(entityType).record(test.tenant.db, someone, action, { id, name }, difference);
};
interface AuditChange extends AuditDifference {
  action: AuditAction;
  entityType: AuditEntity;
  entityId: string | number;
  entityName: string;
}
const download = (body: object, format = 'csv', headers = admin) =>
  test.ask('POST', `/api/audit/export?format=${format}`, headers, body);

describe('the audit trail', () => {
  it('describes changes of a record, and links to it while it exists', async () => {
    const parentId = await makeAsset(test.tenant.db, { assetName: 'Hall 1', isEquipment: false });
    const made = await test.ask('POST', '/api/assets', admin, {
      uniqueId: 'trail-1',
      assetName: 'Pump 7',
      isEquipment: true,
      parentId,
    });
    const { id } = made.json<{ id: number }>();
    const [line] = await list(of('asset', id));
    expect(line).toMatchObject({ action: 'create', title: 'Pump 7', path: `/apps/assets/${id}` });
    expect(line!.changes).toEqual(
      expect.arrayContaining([
        { field: 'Name', old: '', new: 'Pump 7' },
        { field: 'Unique id', old: '', new: 'trail-1' },
        { field: 'Parent location', old: '', new: 'Hall 1' },
      ]),
    );
    // No link for readers who may not open the page.
    expect((await list(of('asset', id), security))[0]!.path).toBeNull();
    expect((await test.ask('DELETE', `/api/assets/${id}`, admin)).statusCode).toBe(204);
    expect((await list(of('asset', id))).map(({ path, title }) => [path, title])).toEqual([
      [null, 'Pump 7'],
      [null, 'Pump 7'],
    ]);
  });

  it('returns the names of records that a line refers to, also of deleted ones', async () => {
    const twinId = await makeTwin(test.tenant.db);
    const reviewer = await makeUser(test.tenant.db);
    await record({ action: 'delete', entityType: 'protection', entityId: 900_001, entityName: 'Leak watch' });
    await record({
      action: 'create',
      entityType: 'advisory',
      entityId: 900_002,
      entityName: 'Check the seal',
      new: { twinId, protectionId: 900_001, reviewerUserIds: [reviewer], reviewerGroupIds: ['VIEWERS'] },
    });
    const [line] = await list(of('advisory', 900_002));
    const text = (field: string) => line!.changes.find((change) => change.field === field)?.new;
    expect(text('Protection')).toBe('Leak watch (deleted)');
    expect(text('Reviewers')).toBe(await readUserName(reviewer));
    expect(text('Reviewing groups')).toBe('Viewers');
    expect(text('Twin')).toBeTruthy();
    expect(line!.path).toBeNull();
  });

  it('links to settings, users and groups', async () => {
    const userId = await makeUser(test.tenant.db);
    const userName = await readUserName(userId);
    await record({ action: 'unlock', entityType: 'user', entityId: userId, entityName: userName });
    await record({
      action: 'update',
      entityType: 'group',
      entityId: 'VIEWERS',
      entityName: 'Viewers',
      new: { a: 1 },
    });
    await record({
      action: 'update',
      entityType: 'setting',
      entityId: 'mail',
      entityName: 'mail',
      new: { port: 25 },
    });
    const findPath = async (kind: string, id: string | number, headers = admin) =>
      (await list(of(kind, id), headers))[0]!.path;
    expect(await findPath('user', userId, security)).toBe(
      `/settings/users/edit/${encodeURIComponent(userName)}`,
    );
    expect(await findPath('group', 'VIEWERS')).toBe('/settings/groups/edit/VIEWERS');
    expect(await findPath('setting', 'mail')).toBe('/settings/system');
    expect(await findPath('setting', 'mail', security)).toBeNull();
    expect((await list(of('setting', 'mail')))[0]!.title).toBe('Mail');
  });

  it("writes times in the reader's zone, and hides secrets", async () => {
    await record({
      action: 'update',
      entityType: 'webhook',
      entityId: 900_003,
      entityName: 'Hook',
      old: { url: 'https://host/a', secret: 'alpha' },
      new: { url: 'https://host/b?token=beta', secret: 'gamma', startedAt: '2024-07-01T10:30:00.000Z' },
    });
    const reader = await makeSession(test.tenant.db, { isAdmin: true, timeZone: 'Asia/Tokyo' });
    const [line] = await list(of('webhook', 900_003), reader);
    expect(line!.changes).toEqual([
      { field: 'Started at', old: '', new: '2024-07-01 7:30 PM' },
      { field: 'Url', old: 'https://host/a', new: 'https://host/b?token=•••' },
    ]);
    expect(JSON.stringify(line)).not.toMatch(/alpha|beta|gamma/);
  });

  it('is filtered by time, kind, user and action', async () => {
    await record({ action: 'delete', entityType: 'display', entityId: 900_004, entityName: 'Wall' });
    const all = [
      { field: 'Time', operator: 'GreaterThanEqualTo', value: '2020-01-01T00:00:00Z', dataType: 'D' },
      { field: 'EntityType', operator: 'EqualTo', value: 'display' },
      { field: 'UserName', operator: 'Contains', value: 'SOMEONE' },
      { field: 'Action', operator: 'EqualTo', value: 'delete' },
    ];
    expect((await list(all)).map(({ entityName }) => entityName)).toEqual(['Wall']);
    const before = { field: 'Time', operator: 'LessThan', value: '2020-01-01T00:00:00Z', dataType: 'D' };
    expect(await list([...all.slice(1), before])).toEqual([]);
  });
});

describe('a file of the audit trail', () => {
  it('has a row for each changed field of the filtered lines', async () => {
    const thing = { entityType: 'unit', entityId: 900_005, entityName: '=1+1' } as const;
    await record({
      action: 'update',
      ...thing,
      old: { name: 'a', factor: 1 },
      new: { name: 'b', factor: 2 },
    });
    await record({ action: 'delete', ...thing });
    const answer = await download({ filters: of('unit', 900_005) });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toContain('audit-trail.csv');
    const [heading, ...rows] = answer.body.trim().split('\r\n');
    expect(heading).toMatch(/^Time \(.+\),User,Action,Kind,Name,Field,Before,After,Line$/);
    expect(rows.map((row) => row.split(',').slice(1, -1))).toEqual([
      ['someone', 'Deleted', 'Unit', "'=1+1", '', '', ''],
      ['someone', 'Changed', 'Unit', "'=1+1", 'Name', 'a', 'b'],
      ['someone', 'Changed', 'Unit', "'=1+1", 'Factor', '1', '2'],
    ]);
    expect(rows[0]).toMatch(/^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d [AP]M/);
  });

  it('is a workbook by default', async () => {
    const answer = await test.ask('POST', '/api/audit/export', admin, { filters: of('unit', 900_005) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('answers 400, 401 and 403', async () => {
    const unknown = await download({ filters: [{ field: 'Old', operator: 'IsNull' }] });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json().message).toContain("There is no field 'Old'.");
    expect((await download({}, 'pdf')).statusCode).toBe(400);
    expect((await download({}, 'csv', {})).statusCode).toBe(401);
    expect((await download({}, 'csv', await makeViewerSession(test.tenant.db))).statusCode).toBe(403);
    expect((await download({ filters: of('unit', 1) }, 'csv', security)).statusCode).toBe(200);
  });

  it('refuses more lines than the maximum of a file', async () => {
    await sql`insert into audit_entry (user_name, action, entity_type, entity_id, entity_name)
      select 'someone', 'delete', 'saved-view', 'many', 'many' from generate_series(0, ${maximumExportedEntries}::int)`.execute(
      test.tenant.db,
    );
    const answer = await download({ filters: of('saved-view', 'many') });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().message).toBe('One file takes 50,000 lines. Please choose fewer by filters.');
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectionConfigured } from '../../modules/connections/connection/events.ts';
import { acquireLease, extendLeases, lockLease } from '../../modules/connections/connection/service.ts';
import { withTransaction } from '../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeScene, runTurn, type Stores, type WorkScene } from '../../testing/connectors/work-scene.ts';
import { WorkSystem } from '../../testing/connectors/work-system.ts';
import { makeSession } from '../../testing/factories.ts';
import { ReadMemory } from './read-memory.ts';

let test: TestApp;
let admin: Record<string, string>;
let system: WorkSystem;
let scene: WorkScene;

beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());
beforeEach(async () => {
  system = new WorkSystem();
  scene = await makeScene(test.tenant.db, system);
});

async function findAsset(uniqueId: string) {
  const filters = [{ field: 'UniqueId', operator: 'EqualTo', value: uniqueId }];
  const answer = await test.ask('POST', '/api/assets/filters', admin, { filters });
  return answer.json()[0];
}

async function listWork(asset: string): Promise<{ number: string; tagId: number }[]> {
  const filters = [{ field: 'TagName', operator: 'StartsWith', value: asset }];
  return (await test.ask('POST', '/api/work/filters', admin, { filters })).json();
}

const listRefused = async ({ groupId }: WorkScene) => {
  const { rows } = await sql<{ key: string; message: string }>`
    select refused_record.key, message from refused_record
    join connection_stream on connection_stream.id = stream_id
    where connection_group_id = ${groupId} order by 1`.execute(test.tenant.db);
  return rows;
};

const compareAgain = () => sql`update connection_stream set last_compared = null`.execute(test.tenant.db);

describe('assets', () => {
  it('go out of service when removed, can then be edited, and return to service', async () => {
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump, { name: 'Feed pump' });
    system.asset(`${scene.prefix}OTHER`);
    await runTurn(scene);
    const known = system.assets.get(pump)!;
    system.assets.delete(pump);
    await compareAgain();
    await runTurn(scene);
    const gone = await findAsset(pump);
    expect(gone.source.goneAt).toEqual(expect.any(String));
    expect(gone.outOfServiceAt).toBe(gone.source.goneAt);

    const { id, category: _, class: __, type: ___, ...fields } = gone;
    const renamed = { ...fields, assetName: 'Old pump' };
    expect((await test.ask('PUT', `/api/assets/${id}`, admin, renamed)).statusCode).toBe(200);

    system.asset(pump, known);
    await runTurn(scene);
    expect(await findAsset(pump)).toMatchObject({
      id,
      assetName: 'Feed pump',
      outOfServiceAt: null,
      source: { goneAt: null },
    });
  });

  it('return to service unchanged', async () => {
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump);
    const known = system.assets.get(pump)!;
    // Outside the last minutes, whose changes are read again and would return it to service.
    system.now += 3_600_000;
    system.asset(`${scene.prefix}OTHER`);
    await runTurn(scene);
    system.assets.delete(pump);
    await compareAgain();
    await runTurn(scene);
    const { outOfServiceAt, source } = await findAsset(pump);
    expect(outOfServiceAt).toBe(source.goneAt);
    system.assets.set(pump, known);
    await compareAgain();
    await runTurn(scene);
    await runTurn(scene);
    expect(await findAsset(pump)).toMatchObject({ outOfServiceAt: null, source: { goneAt: null } });
  });

  it('remain if one list of keys lacks them', async () => {
    const pump = `${scene.prefix}PUMP`;
    system.asset(`${scene.prefix}OTHER`);
    system.asset(pump);
    await runTurn(scene);
    const known = system.assets.get(pump)!;
    await compareAgain();
    // The list of keys is read after the changes.
    let lists = 0;
    system.misbehave = (what, when) => {
      if (what !== 'keys' || when !== 'before') return;
      lists += 1;
      if (lists === 1) system.assets.delete(pump);
      else system.assets.set(pump, known);
    };
    await runTurn(scene);
    expect(lists).toBeGreaterThan(1);
    expect((await findAsset(pump)).source.goneAt).toBeNull();
  });

  it('can be deleted after the system removed them', async () => {
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump);
    system.asset(`${scene.prefix}OTHER`);
    await runTurn(scene);
    system.assets.delete(pump);
    await compareAgain();
    const { id } = await findAsset(pump);
    expect((await test.ask('DELETE', `/api/assets/${id}`, admin)).statusCode).toBe(409);
    await runTurn(scene);
    expect((await test.ask('DELETE', `/api/assets/${id}`, admin)).statusCode).toBe(204);
  });

  it('get the class for their type code', async () => {
    const { db } = test.tenant;
    system.asset(`${scene.prefix}PUMP`, { type: 'PUMP' });
    system.asset(`${scene.prefix}VALVE`, { type: 'VALVE' });
    await runTurn(scene);
    const { rows } = await sql<{ categoryId: number; classId: number; category: string; class: string }>`
      select category_id as "categoryId", class_id as "classId", category, class from taxonomy_entry
      where class_id is not null and type_id is null order by class_id limit 1`.execute(db);
    const [{ categoryId, classId, ...captions }] = rows as [(typeof rows)[number]];
    const rules = ['uniqueId', 'assetName'].map((to) => ({ to, from: 'Id', constant: '', values: [] }));
    const classes = [{ code: 'PUMP', categoryId, classId, typeId: null }];
    await sql`update connection_stream set mapping = ${JSON.stringify({ rules, classes })}, watermark = null
      where connection_group_id = ${scene.groupId} and name = 'assets'`.execute(db);
    await runTurn(scene);
    expect(await findAsset(`${scene.prefix}PUMP`)).toMatchObject({
      category: { caption: captions.category },
      class: { caption: captions.class },
      type: null,
    });
    expect(await findAsset(`${scene.prefix}VALVE`)).toMatchObject({ category: null, class: null });
  });

  it('belong to one connection at a time', async () => {
    const { db } = test.tenant;
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump);
    await runTurn(scene);
    const other = await makeScene(db, system);
    await runTurn(other);
    expect(await listRefused(other)).toEqual([
      { key: pump, message: expect.stringContaining(`${pump} is already read from SAP`) },
    ]);
    expect((await findAsset(pump)).source.connectionId).toBe(scene.connectionId);
    await sql`delete from connection where id = ${scene.connectionId}`.execute(db);
    await sql`delete from connection_group where id = ${scene.groupId}`.execute(db);
    await runTurn(other);
    expect((await findAsset(pump)).source.connectionId).toBe(other.connectionId);
    expect(await listRefused(other)).toEqual([]);
  });

  it('are read without characters that PostgreSQL cannot store', async () => {
    system.asset(`${scene.prefix}PUMP`, { name: 'Feed\0 pump' });
    // Stored while it waits for its parent.
    system.asset(`${scene.prefix}PART`, { name: 'Se\0al \ud800', parent: 'unknown' });
    await runTurn(scene);
    expect((await findAsset(`${scene.prefix}PUMP`)).assetName).toBe('Feed pump');
    expect(await listRefused(scene)).toEqual([
      { key: `${scene.prefix}PART`, message: "Parent: There is no asset 'unknown'." },
    ]);
  });

  it('are read after an asset with a change in the future', async () => {
    system.asset(`${scene.prefix}A`);
    system.assets.get(`${scene.prefix}A`)!.changedAt = Date.parse('2999-01-01T00:00:00Z');
    await runTurn(scene);
    system.asset(`${scene.prefix}B`);
    system.assets.get(`${scene.prefix}B`)!.changedAt = Date.now();
    await runTurn(scene);
    expect(await findAsset(`${scene.prefix}B`)).toBeDefined();
  });

  it('are read regardless of the start date of work', async () => {
    system.asset(`${scene.prefix}OLD`);
    await runTurn({ ...scene, configuration: { ...scene.configuration, extractionStartDate: '2025-01-01' } });
    expect(await findAsset(`${scene.prefix}OLD`)).toBeDefined();
  });
});

it('releases the fields of a stream that is no longer read, and reads the others again', async () => {
  const { db } = test.tenant;
  const pump = `${scene.prefix}PUMP`;
  const part = `${scene.prefix}PART`;
  system.asset(pump);
  system.asset(part);
  system.order({ asset: pump });
  await runTurn(scene);
  const configuration = JSON.stringify({ ...scene.configuration, extractionOrderTypes: ['PM01'] });
  await sql`update connection set configuration = ${configuration} where id = ${scene.connectionId}`.execute(
    db,
  );
  await connectionConfigured.emit(db, { groupId: scene.groupId });
  const { id, source } = await findAsset(part);
  expect(source.fields).toEqual([]);
  expect((await test.ask('DELETE', `/api/assets/${id}`, admin)).statusCode).toBe(204);
  const { rows } = await sql<{ name: string; fields: number }>`
    select name, watermark, cardinality(owned_fields) as fields from connection_stream
    where connection_group_id = ${scene.groupId} order by name`.execute(db);
  expect(rows).toMatchObject([
    { name: 'assets', watermark: null, fields: 0 },
    { name: 'orders', watermark: null },
  ]);
  expect(rows[1]!.fields).toBeGreaterThan(0);
});

describe('work', () => {
  it('is read from the start after a request during a run', async () => {
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump);
    for (let made = 0; made < 20; made++) system.order({ asset: pump });
    let pages = 0;
    const askAfterFirst = ({ records, requests }: Stores): Stores => ({
      requests,
      records: {
        ...records,
        importRecords: async (stream, page, advance) => {
          const counts = await records.importRecords(stream, page, advance);
          if (stream.kind === 'work' && ++pages === 1) {
            const path = `/api/connections/${scene.connectionId}/extraction/read-again`;
            expect((await test.ask('POST', path, admin, {})).statusCode).toBe(204);
          }
          return counts;
        },
      },
    });
    await runTurn(scene, askAfterFirst);
    expect(await listWork(pump)).toHaveLength(7);
    await runTurn(scene);
    const numbers = (await listWork(pump)).map(({ number }) => number).sort();
    expect(numbers).toEqual([...system.orders.keys()].sort());
  });

  it('is stored once, and again after a change or a request', async () => {
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump);
    const { number } = system.order({ asset: pump });
    system.order({ asset: pump });
    const memory = new ReadMemory();
    const turn = async () => {
      let stored = 0;
      const counted = ({ records, requests }: Stores): Stores => ({
        requests,
        records: {
          ...records,
          importRecords: (stream, page, advance) => {
            stored += page.length;
            return records.importRecords(stream, page, advance);
          },
        },
      });
      await runTurn(scene, counted, memory);
      return stored;
    };
    expect(await turn()).toBe(3);
    expect(await turn()).toBe(0);
    system.change(number, { text: 'Changed' });
    expect(await turn()).toBe(1);
    await test.ask('POST', `/api/connections/${scene.connectionId}/extraction/read-again`, admin, {
      stream: null,
    });
    expect(await turn()).toBe(3);
  });

  it('is not duplicated if its connection is deleted and created again', async () => {
    const { db } = test.tenant;
    const pump = `${scene.prefix}PUMP`;
    system.asset(pump);
    system.order({ asset: pump });
    await runTurn(scene);
    const [before] = await listWork(pump);
    await sql`delete from connection where id = ${scene.connectionId}`.execute(db);
    await sql`delete from connection_group where id = ${scene.groupId}`.execute(db);
    await runTurn(await makeScene(db, system));
    const after = await listWork(pump);
    expect(after).toMatchObject([{ number: before!.number, tagId: before!.tagId }]);
  });
});

it('a slow page does not block the leases of other connections', async () => {
  const { db } = test.tenant;
  const other = await makeScene(db, system);
  const runner = randomUUID();
  const groups = [scene.groupId, other.groupId];
  for (const { groupId, connectionId } of [scene, other])
    await acquireLease(db, groupId, runner, connectionId);
  await sql`update connection_group set lease_until = now() + interval '5 seconds'
    where id = any(${groups}::int[])`.execute(db);
  const isRenewed = async (groupId: number) => {
    const { rows } = await sql<{ is_renewed: boolean }>`
      select lease_until > now() + interval '8 seconds' as is_renewed from connection_group
      where id = ${groupId}`.execute(db);
    return rows[0]!.is_renewed;
  };
  const renewal = await withTransaction(db, async (transaction) => {
    await lockLease(transaction, { groupId: scene.groupId, runner, connectionId: scene.connectionId });
    const renewing = extendLeases(db, groups, runner);
    await expect.poll(() => isRenewed(other.groupId)).toBe(true);
    return { renewing };
  });
  expect(await renewal.renewing).toEqual(new Set(groups));
  expect(await isRenewed(scene.groupId)).toBe(true);
});

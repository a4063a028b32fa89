import { afterAll, beforeAll, expect, it } from 'vitest';
import { openExchange } from '../../../testing/packages.ts';
import { loadDemo } from '../demo/service.ts';

const { source, target, from, to, close } = await openExchange();

beforeAll(async () => {
  await loadDemo(source.tenant, { at: null });
}, 240_000);
afterAll(close);

/** The unique ids of the assets of twins: those of the machine and the reactor, and the first engines. */
async function chosenTwins(): Promise<string[]> {
  const rows = await source.tenant.db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select('asset.unique_id')
    .orderBy('twin.id')
    .execute();
  return [...rows.slice(0, 4), ...rows.slice(-2)].map(({ unique_id }) => unique_id);
}

it('an import creates twins with their parts, and a second check finds no changes', async () => {
  const keys = await chosenTwins();
  const { bytes, result } = await from.export([{ kind: 'twin', keys }]);
  expect(result.leftOut).toEqual([]);
  const check = await to.check(bytes);
  expect(await to.rows(check.commandId, '?action=conflict')).toEqual([]);
  expect(check.result).toMatchObject({ problems: [], counts: { conflict: 0, update: 0 } });
  const done = await to.import(check.commandId, { trust: true, leaveOutUsers: true });
  expect(done.error).toBeNull();
  const again = await to.check(bytes);
  expect(await to.rows(again.commandId, '?action=update')).toEqual([]);
  expect(again.result.counts).toMatchObject({ create: 0, update: 0, conflict: 0 });

  const twin = (await to.export([{ kind: 'twin', keys }])).result;
  expect(twin.kinds.find(({ kind }: { kind: string }) => kind === 'twin').chosen).toBe(keys.length);
  const back = await to.rollBack(done.result.importId);
  expect(back.error).toBeNull();
  expect((await to.check(bytes)).result.counts).toEqual(check.result.counts);
}, 240_000);

it('an import changes the parts of an existing twin, and keeps their ids', async () => {
  const [key] = await chosenTwins();
  const { bytes } = await from.export([{ kind: 'twin', keys: [key] }]);
  const first = await to.import((await to.check(bytes)).commandId, { trust: true, leaveOutUsers: true });
  expect(first.error).toBeNull();
  const protections = () =>
    target.tenant.db.selectFrom('protection').select(['id', 'name']).orderBy('id').execute();
  const before = await protections();
  await target.tenant.db.updateTable('protection').set({ description: 'Changed here' }).execute();
  const second = await to.check(bytes);
  expect(second.result.counts).toMatchObject({ create: 0, update: 1, conflict: 0 });
  await to.import(second.commandId, { trust: true, leaveOutUsers: true });
  expect(await protections()).toEqual(before);
  expect((await to.check(bytes)).result.counts.update).toBe(0);
}, 240_000);

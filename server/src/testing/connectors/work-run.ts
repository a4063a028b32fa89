import { sql } from 'kysely';
import { expect } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { Random } from '../proofs/partial/random.ts';
import { runTurn, type WorkScene } from './work-scene.ts';

interface Play {
  rounds: number;
  /** Makes an advisory that asks for work. @returns its id */
  ask: () => Promise<number>;
}

/** The process ended here: nothing of it goes on. */
class Killed extends Error {
  override name = 'Killed';
}

/**
 * Lets a system change, and runs of its connection fail at any step: calls that have no effect, calls whose answer is lost,
 * processes that die before or after they stored something, pages that repeat records. Then compares what is stored.
 */
export async function hostileRun(scene: WorkScene, seed: number, { rounds, ask }: Play): Promise<void> {
  const { db, system } = scene;
  const random = new Random(seed);
  const chance = (share: number) => random.chance(share);
  const advisories: number[] = [];
  const assets = Array.from({ length: 6 }, (_, place) => `${scene.prefix}A${place}`);
  let faults = 0;
  system.misbehave = () => {
    if (!chance(0.12)) return;
    faults += 1;
    throw new ConnectorFailure(
      random.pick(['unreachable', 'busy', 'protocol'] as const),
      'A fault of the test.',
    );
  };

  for (let round = 0; round < rounds; round++) {
    system.repeats = chance(0.3);
    for (let step = 0; step < 6; step++) live(scene, random, assets);
    if (chance(0.3)) advisories.push(await ask());
    await sql`update work_request set retry_at = null, taken_until = null`.execute(db);
    if (chance(0.2)) await sql`update connection_stream set last_compared = null`.execute(db);
    const kill = () => {
      if (!chance(0.04)) return;
      faults += 1;
      throw new Killed('The process was killed.');
    };
    await runTurn(scene, ({ records, requests }) => ({
      records: deadly(records, kill),
      requests: deadly(requests, kill),
    })).catch((error: unknown) => {
      if (!(error instanceof Killed) && !(error instanceof ConnectorFailure)) throw error;
    });
  }
  expect(faults).toBeGreaterThan(rounds / 5);

  system.misbehave = () => {};
  for (const asset of assets) if (!system.assets.has(asset)) system.asset(asset);
  await sql`update connection_stream set last_compared = null`.execute(db);
  await sql`update work_request set retry_at = null, taken_until = null, checked_at = null`.execute(db);
  await runTurn(scene);
  // Filed requests come back as orders.
  await runTurn(scene);
  await expectEqual(scene, advisories);
}

/** Something happens in the system. */
function live({ system }: WorkScene, random: Random, assets: readonly string[]): void {
  const orders = [...system.orders.keys()];
  if (random.chance(0.3)) system.asset(random.pick(assets), random.chance(0.5) ? { parent: assets[0]! } : {});
  if (system.assets.has(assets[0]!)) system.asset(assets[0]!, { parent: null });
  if (random.chance(0.6) || orders.length === 0)
    system.order({ asset: random.pick(assets), type: random.pick(['PM01', 'PM02']) });
  else if (random.chance(0.15)) {
    const gone = random.pick(orders);
    // What was requested is never deleted there.
    if (system.orders.get(gone)!.requestKey === null) system.orders.delete(gone);
  } else {
    const state = random.pick(['OPEN', 'DONE', 'VOID'] as const);
    const done = state === 'DONE' ? new Date(system.now).toISOString() : null;
    system.change(random.pick(orders), { state, done, asset: random.pick(assets) });
  }
}

/** Ports of a process that may die before or after each call. */
function deadly<T extends object>(ports: T, kill: () => void): T {
  return Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      async (...given: unknown[]) => {
        kill();
        const result = await port(...given);
        kill();
        return result;
      },
    ]),
  ) as T;
}

async function expectEqual({ db, system, connectionId, prefix }: WorkScene, advisories: readonly number[]) {
  const { rows: work } = await sql<Record<string, unknown>>`
    select work.stream_key as key, number, work.name, work.kind, completed_at as completed, work.gone_at is not null as is_gone,
      request_key, asset.unique_id as asset
    from work join connection_stream on connection_stream.id = work.stream_id
    join connection on connection.connection_group_id = connection_stream.connection_group_id
    join asset_tag on asset_tag.tag_id = work.tag_id join asset on asset.id = asset_tag.asset_id
    where connection.id = ${connectionId} order by work.stream_key`.execute(db);
  const kinds: Record<string, string> = { PM01: 'corrective', PM02: 'preventive' };
  expect(work.filter(({ is_gone }) => !is_gone)).toEqual(
    [...system.orders.values()]
      .sort((one, other) => one.number.localeCompare(other.number))
      .map(({ number, text, type, state, done, requestKey, asset }) => ({
        key: number,
        number,
        name: text,
        kind: kinds[type],
        completed: state === 'DONE' ? new Date(done!) : null,
        is_gone: false,
        request_key: requestKey,
        asset,
      })),
  );
  for (const { key } of work.filter(({ is_gone }) => is_gone))
    expect(system.orders.has(String(key))).toBe(false);

  const { rows: assets } = await sql<{ unique_id: string; name: string; parent: string | null }>`
    select asset.unique_id, asset.asset_name as name, parent.unique_id as parent
    from asset left join asset as parent on parent.id = asset.parent_id
    where starts_with(asset.unique_id, ${prefix}) order by 1`.execute(db);
  expect(assets).toEqual(
    [...system.assets.values()]
      .sort((one, other) => one.id.localeCompare(other.id))
      .map(({ id, name, parent }) => ({ unique_id: id, name, parent })),
  );

  expect(system.filed).toHaveLength(advisories.length);
  expect(new Set(system.filed.map(({ key }) => key)).size).toBe(advisories.length);
  const { rows: requests } = await sql<Record<string, unknown>>`
    select idempotency_key as key, number, status, phase from work_request
    where advisory_id = any(${advisories}::int[]) order by 1`.execute(db);
  const filedOrders = [...system.orders.values()].filter(({ requestKey }) => requestKey !== null);
  expect(requests).toEqual(
    filedOrders
      .map((order) => {
        const { number, status, phase } = system.stateOf(order);
        return { key: order.requestKey, number, status, phase };
      })
      .sort((one, other) => (one.key! < other.key! ? -1 : 1)),
  );
}

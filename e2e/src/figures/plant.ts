import { setTimeout as sleep } from 'node:timers/promises';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { sql } from 'kysely';
import type { Client } from '../../../server/src/testing/client.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../../server/src/testing/instance.ts';
import { stage } from '../browser.ts';

const minute = 60_000;
/** Between two points, in milliseconds. */
export const step = 10 * minute;
export const excursions = 3000;
export const protections = 103;
export const start = Date.UTC(2024, 2, 1);
export const end = start + 2 * excursions * step;
/** The reading of the counter at the time of a point. */
export const counterAt = (time: number): number => 12_345_733 - (end - time) / step;

export const iso = (time: number): string => new Date(time).toISOString();

export interface FiguresPlant {
  assetId: number;
  twinId: number;
  /** The protection with the excursions. */
  hotId: number;
  temperature: number;
  counter: number;
  analysisId: number;
  advisoryId: number;
  simulationId: number;
}

/** One row of a statement in the database of the product. */
export const query = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row> =>
  withTenantOfServer(stage.directory, 'demo', async ({ db }) => (await statement.execute(db)).rows[0]!);

/**
 * A pump that is hot for ten minutes of every twenty, and a counter of seven digits and more: points every ten minutes.
 */
export async function createPlant(client: Client): Promise<FiguresPlant> {
  const made = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { assetName: 'Figures pump' });
    const temperature = await makeTag(db, { name: 'FIG.TEMP', unit: 'Cel', assetIds: [assetId] });
    const counter = await makeTag(db, { name: 'FIG.STARTS', assetIds: [assetId] });
    const workTag = await makeTag(db, { name: 'FIG.WORK', type: 'work', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      active: true,
      startDate: new Date(start),
      missionTime: 'P1Y',
      failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
      consequence: { value: 1_234_567 },
      aliases: [
        { name: 'Temperature', type: 'data_point', mappedTagId: temperature, unit: 'Cel' },
        { name: 'Starts', type: 'data_point', mappedTagId: counter },
        { name: 'Work', type: 'work', mappedTagId: workTag },
      ],
    });
    const thresholds = [{ name: 'Hot', logic: '[Temperature] > 80', level: 500 }];
    const hotId = await makeProtection(db, { twinId, name: 'Bearing heat', thresholds });
    for (let number = 2; number <= protections; number++) {
      const never = [{ name: 'Never', logic: '[Starts] < 0', level: 250 }];
      await makeProtection(db, { twinId, name: `Guard ${number}`, thresholds: never });
    }
    await sql`
      insert into work (tag_id, name, kind, started_at, completed_at, cost)
      select ${workTag}, 'Round ' || n, case when n % 3 = 0 then 'corrective' else 'preventive' end,
        ${new Date(start)}::timestamptz + n * interval '1 hour',
        case when n % 2 = 0 then ${new Date(start)}::timestamptz + n * interval '1 hour' + interval '20 minutes' end,
        1000 + n
      from generate_series(1, 1500) as n`.execute(db);
    return { assetId, temperature, counter, twinId, hotId };
  });
  const points = Array.from({ length: 2 * excursions }, (_, index) => ({
    time: start + index * step,
    value: index % 2 === 0 ? 90 : 70,
  }));
  await client.call('POST', `/api/tags/${made.temperature}/data-points`, points);
  await client.call(
    'POST',
    `/api/tags/${made.counter}/data-points`,
    points.map(({ time }) => ({ time, value: counterAt(time) })),
  );
  const [analysis] = await client.call<RiskAnalysis[]>('POST', '/api/riskanalyses/', [
    {
      name: 'Figures',
      startDate: iso(start),
      missionTime: 'P3Y',
      assetIds: [made.assetId, stage.machine.assetId],
    },
  ]);
  let advisoryId = 0;
  for (let number = 1; number <= 3; number++) {
    const advisory = { twinId: made.twinId, name: `Figure ${number}` };
    advisoryId = (await client.call<Advisory>('POST', '/api/advisories', advisory)).id;
  }
  const stored = () =>
    query(
      sql<{
        count: number;
      }>`select count(*)::int as count from excursion where protection_id = ${made.hotId}`,
    );
  while ((await stored()).count < excursions) await sleep(500);
  return { ...made, analysisId: analysis!.id, advisoryId, simulationId: await simulate(client, made) };
}

async function simulate(
  client: Client,
  { hotId, twinId }: { hotId: number; twinId: number },
): Promise<number> {
  const body = { indicatorId: hotId, twinId, startTime: iso(start), endTime: iso(end) };
  const { id } = await client.call<{ id: number }>('POST', '/api/simulations', body);
  const state = async () =>
    (await client.call<Simulation>('GET', `/api/indicators/${hotId}/simulations`)).jobStatus;
  while ((await state()) !== 'done') await sleep(500);
  return id;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@twinward/contracts/core/command';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Client } from '@twinward/server/src/testing/client.ts';
import type { Instance } from '@twinward/server/src/testing/instance.ts';
import type { Pool } from 'pg';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import { createLives, sumRisk } from './risk/bare-loop.ts';
import { compareWithUpdate } from './risk/bare-update.ts';
import { type SeededAnalysis, seedAnalyses } from './risk/seed.ts';
import { type BenchRow, medianMilliseconds } from './row.ts';

const usual = 1000;
const largest = 100_000;
/** Number of calls of each kind. */
const calls = 100;
const mebibyte = 1024 * 1024;
/** Maximum growth of the process' memory, for an analysis of any size, in MiB. */
const maximumMemory = 100;

/**
 * Measures risk analyses of the built product: responses for 1,000 assets against those for 100,000, and the
 * recalculation of the latter.
 */
export async function riskBench(): Promise<BenchRow[]> {
  return withProduct(async ({ instance, signIn }) => {
    const client = await signIn();
    return instance.withTenant('demo', async ({ db, pool }) => {
      const [small, large] = await seedAnalyses({ db, pool }, [usual, largest]);
      const rows = await measureLists(client, pool, small!);
      rows.push(...(await measureRecalculation(client, instance, large!)));
      rows.push(await compareWithUpdate({ db }, large!));
      return rows;
    });
  });
}

/** A request of an analysis page, and the equivalent bare query. */
interface Kind {
  name: string;
  body: { filters?: unknown[]; sorts?: unknown[] };
  bare: string;
}

const pageQuery = (condition: string, order: string) => `
  select * from risk_analysis_asset entry join asset on asset.id = asset_id
  left join twin on twin.asset_id = asset.id
  where risk_analysis_id = $1 and ${condition} order by ${order}, entry.asset_id limit 100`;

const worst = 'risk desc nulls last';
const lists: Kind[] = [
  { name: 'opens, worst risk first', body: {}, bare: pageQuery('true', worst) },
  {
    name: 'is filtered by class and opportunity',
    body: {
      filters: [
        { field: 'AssetClass', operator: 'Contains', value: 'Pumps', dataType: 'C' },
        { field: 'Opportunity', operator: 'EqualTo', value: true, dataType: 'B' },
      ],
    },
    bare: pageQuery(`class_label ilike '%Pumps%' and opportunity`, worst),
  },
  {
    name: 'is sorted by name',
    body: { sorts: [{ field: 'AssetName', direction: 'Ascending' }] },
    bare: pageQuery('true', 'asset_name'),
  },
  {
    name: 'is sorted by characteristic life',
    body: { sorts: [{ field: 'CharacteristicLife', direction: 'Descending' }] },
    bare: pageQuery('true', 'scale_days desc nulls last'),
  },
];

async function measureLists(client: Client, pool: Pool, { id, assets }: SeededAnalysis): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, body, bare } of lists) {
    const ours = await times(async () => {
      // The calls that the page needs before it is shown.
      await Promise.all([
        client.call('GET', `/api/riskanalyses/${id}`),
        client.call('POST', `/api/riskanalyses/${id}/assets/filters?page-number=1&page-size=100`, body),
      ]);
    });
    const peer = await times(() => pool.query(bare, [id]));
    for (const [label, share] of [
      ['median', 0.5],
      ['95th percentile', 0.95],
    ] as const) {
      const value = percentile(ours, share);
      const peerValue = percentile(peer, share);
      const of = `an analysis of ${assets.toLocaleString('en-US')} assets`;
      rows.push({
        name: `${of} ${name}, ${label}`,
        value,
        unit: 'ms',
        peer: 'bare query',
        peerValue,
        ratio: peerValue / value,
        target: null,
      });
    }
  }
  return rows;
}

async function times(ask: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  await ask();
  for (let call = 0; call < calls; call++) {
    const begun = performance.now();
    await ask();
    all.push(performance.now() - begun);
  }
  return all;
}

/** Changes the dates of an analysis, and waits until its assets are recalculated. */
async function measureRecalculation(
  client: Client,
  instance: Instance,
  { id, assets }: SeededAnalysis,
): Promise<BenchRow[]> {
  const path = `/api/riskanalyses/${id}`;
  const { version } = await client.call<RiskAnalysis>('GET', path);
  const memory = instance.peakMemory();
  await client.call('PUT', path, { version, missionTime: 'P2Y' });
  const answers: number[] = [];
  for (let isDone = false; !isDone; await delay(20)) {
    const begun = performance.now();
    isDone = !(await client.call<RiskAnalysis>('GET', path)).recalculating;
    answers.push(performance.now() - begun);
  }
  const [command] = await client.call<Command[]>('POST', '/api/commands/filters', {
    filters: [{ field: 'Type', operator: 'EqualTo', value: 'recalculate-risk-analysis' }],
  });
  if (command?.status !== 'done' || command.result?.assets !== assets) {
    throw new Error(`the assets were not calculated: ${JSON.stringify(command)}`);
  }
  const milliseconds = Date.parse(command.finishedAt!) - Date.parse(command.startedAt!);
  const lives = createLives(assets);
  const [bare] = await medianMilliseconds(20, async () => sumRisk(lives));
  const grown = (instance.peakMemory() - memory) / mebibyte;
  const of = `${assets.toLocaleString('en-US')} assets calculated anew in one job`;
  return [
    {
      name: of,
      value: (1000 * assets) / milliseconds,
      unit: 'assets/s',
      peer: 'bare loop over arrays',
      peerValue: (1000 * assets) / bare,
      ratio: bare / milliseconds,
      target: null,
    },
    {
      name: `${of}, memory of the server`,
      value: grown,
      unit: 'MiB above before',
      peer: 'limit',
      peerValue: maximumMemory,
      ratio: grown <= 0 ? maximumMemory : maximumMemory / grown,
      target: 1,
    },
    {
      name: `the analysis is read meanwhile, 95th percentile of ${answers.length}`,
      value: percentile(answers, 0.95),
      unit: 'ms',
      peer: 'median',
      peerValue: percentile(answers, 0.5),
      ratio: percentile(answers, 0.5) / percentile(answers, 0.95),
      target: null,
    },
  ];
}

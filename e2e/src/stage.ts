import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { Webhook } from '@twinward/contracts/connections/webhook';
import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import type { TagSummary } from '@twinward/contracts/signals/tag';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { hashPassword } from '../../server/src/platform/passwords.ts';
import type { Client } from '../../server/src/testing/client.ts';
import {
  makeAsset,
  makeProtection,
  makeTag,
  makeTwin,
  makeUser,
} from '../../server/src/testing/factories.ts';
import type { SignIn } from './chromium.ts';
import type { Product } from './product.ts';

/** A twin of one signal. */
export interface StagedTwin {
  twinId: number;
  assetId: number;
  tagId: number;
  tagName: string;
}

/** The records that the stories use. */
export interface Stage {
  address: string;
  administrator: SignIn;
  /** Data folder of the product. */
  directory: string;
  /** A user who may only read twins. */
  viewer: SignIn;
  /** The demo's machine. */
  machine: StagedTwin;
  /** A pump that runs cool, with a protection at 80. */
  pump: StagedTwin;
  /** Epoch milliseconds of the pump's latest point. */
  pumpLatest: number;
  /** An active advisory of the pump. */
  advisoryId: number;
  /** A risk analysis of ten engines, three of them to be improved. */
  analysisId: number;
  /** A valid scenario of the analysis. */
  scenarioId: number;
  /** A paused connection to a work system that does not exist. */
  connectionId: number;
  /** The pattern protection of the demo's reactor. */
  patternProtectionId: number;
  /** A paused webhook. */
  webhookId: number;
}

const minute = 60_000;
const pumpLatest = Date.UTC(2024, 4, 3);

/** Creates the records that stories need in addition to the demo. */
export async function createStage({ instance, client, administrator, directory }: Product): Promise<Stage> {
  const viewer = { userName: 'viewer', password: 'Stator-42!' };
  const pump = await instance.withTenant('demo', async ({ db }) => {
    const id = await makeUser(db, { groups: ['VIEWERS'] });
    const password_hash = await hashPassword(viewer.password);
    await db
      .updateTable('app_user')
      .set({ user_name: viewer.userName, password_hash })
      .where('id', '=', id)
      .execute();
    const assetId = await makeAsset(db, { uniqueId: 'PUMP-07', assetName: 'Cooling water pump' });
    const tagName = 'PUMP-07.BEARING';
    const tagId = await makeTag(db, { name: tagName, caption: tagName, unit: 'Cel', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'Bearing', type: 'data_point', mappedTagId: tagId, unit: 'Cel' }],
    });
    await makeProtection(db, {
      twinId,
      name: 'Overheating',
      thresholds: [{ name: 'Hot', logic: '[Bearing] > 80', level: 500 }],
    });
    return { twinId, assetId, tagId, tagName };
  });
  const points = Array.from({ length: 2880 }, (_, i) => ({
    time: pumpLatest - i * minute,
    value: Number((65 + 4 * Math.sin(i / 60)).toFixed(1)),
  }));
  await client.call('POST', `/api/tags/${pump.tagId}/data-points`, points);
  const drafted = await client.call<Advisory>('POST', '/api/advisories', {
    twinId: pump.twinId,
    name: 'Grease the bearing',
    comment: 'It has run hotter every week.',
  });
  const { id: advisoryId } = await client.call<Advisory>('POST', `/api/advisories/${drafted.id}/transition`, {
    transition: 'submit',
    version: drafted.version,
  });
  return {
    address: client.address,
    administrator,
    directory,
    viewer,
    machine: await findMachine(client),
    pump,
    pumpLatest,
    advisoryId,
    ...(await createAnalysis(client)),
    connectionId: await createConnection(client),
    patternProtectionId: await findPatternProtection(client),
    webhookId: await createWebhook(client),
  };
}

async function createConnection(client: Client): Promise<number> {
  const { id } = await client.call<Connection>('POST', '/api/connections', {
    name: 'Work of the plant',
    type: 'sap',
    configuration: { url: 'http://127.0.0.1:9', user: 'reader', password: 'Stator-42!' },
  });
  return id;
}

async function createWebhook(client: Client): Promise<number> {
  const { id } = await client.call<Webhook>('POST', '/api/webhooks', {
    name: 'Messages of the shift',
    url: 'https://receiver.plant.example/hook',
    events: ['level.changed'],
  });
  await client.call('POST', `/api/webhooks/${id}/pause`);
  return id;
}

/** Creates an analysis of engines 051 to 060 in the months in which they wear out. A budget improves three of them. */
async function createAnalysis(client: Client): Promise<Pick<Stage, 'analysisId' | 'scenarioId'>> {
  const assetIds = (await findEngines(client, 51, 60)).map(({ id }) => id);
  const [analysis] = await client.call<RiskAnalysis[]>('POST', '/api/riskanalyses/', [
    {
      name: 'Engines to their overhaul',
      startDate: '2013-08-01T00:00:00.000Z',
      missionTime: 'P170D',
      assetIds,
    },
  ]);
  const path = `/api/riskanalyses/${analysis!.id}`;
  for (const [at, assetId] of assetIds.slice(3, 6).entries()) {
    const { version } = await client.call<{ version: number }>('GET', `${path}/assets/${assetId}`);
    await client.call('PUT', `${path}/assets/${assetId}`, {
      version,
      improve: true,
      improveDescription: 'Bring the compressor forward.',
    });
    await client.ask('PUT', `${path}/improvements/costs`, [{ assetId, cost: 20_000 * (at + 1) }]);
  }
  const { id } = await client.call<Scenario>('POST', `${path}/scenarios`, { name: 'Early', budget: 60_000 });
  return { analysisId: analysis!.id, scenarioId: id };
}

/** Engines of the demo by their numbers, in that order. */
export function findEngines(client: Client, first: number, last: number): Promise<Asset[]> {
  const number = (at: number): string => `ENGINE-${String(at).padStart(3, '0')}`;
  return client.list<Asset>('/api/assets/filters', {
    filters: [
      { field: 'UniqueId', operator: 'GreaterThanEqualTo', value: number(first), dataType: 'C' },
      { field: 'UniqueId', operator: 'LessThanEqualTo', value: number(last), dataType: 'C' },
    ],
    sorts: [{ field: 'UniqueId', direction: 'Ascending' }],
  });
}

async function findPatternProtection(client: Client): Promise<number> {
  const [protection] = await client.list<ListedProtection>('/api/indicators/filters', {
    filters: [{ field: 'AssetUniqueId', operator: 'EqualTo', value: 'REACTOR-01', dataType: 'C' }],
  });
  return protection!.id;
}

/** The demo's machine. */
export async function findMachine(client: Client): Promise<StagedTwin> {
  const [twin] = await client.list<TwinSummary>('/api/twins/filters', {
    filters: [{ field: 'AssetUniqueId', operator: 'EqualTo', value: 'MACHINE-01', dataType: 'C' }],
  });
  const [tag] = await client.list<TagSummary>('/api/tags/filters', {
    filters: [{ field: 'Name', operator: 'EqualTo', value: 'MACHINE-01.TEMPERATURE', dataType: 'C' }],
  });
  return { twinId: twin!.id, assetId: twin!.assetId, tagId: tag!.id, tagName: tag!.name };
}

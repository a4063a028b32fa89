import { randomBytes } from 'node:crypto';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Client } from '../../../server/src/testing/client.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../../server/src/testing/instance.ts';
import { stage } from '../browser.ts';
import type { SignIn } from '../chromium.ts';

/** The time of the plant's first point, in epoch milliseconds. */
export const at = Date.UTC(2024, 4, 3);
export const suffix = randomBytes(3).toString('hex');
/** Returns a unique name. */
export const named = (what: string): string => `${what} of two ${suffix}`;
export const iso = (time: number): string => new Date(time).toISOString();

export type Plant = Awaited<ReturnType<typeof createPlant>>;

/** The changed records, and the two people. */
export interface Scene {
  plant: Plant;
  /** The person at the screen. */
  person: SignIn;
  /** Another person, an administrator. */
  other: Client;
  /** The person at the screen, in another browser. */
  self: Client;
  /** The same person in a third browser, which is signed out at the end. */
  leaving: Client;
}

/** Two twins, and one record of each kind whose change needs one. */
export async function createPlant(other: Client) {
  const twins = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { assetName: named('Pump') });
    const tagId = await makeTag(db, { name: named('FLOW'), caption: 'Flow', assetIds: [assetId] });
    const workTagId = await makeTag(db, { name: named('WORK'), type: 'work', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      active: true,
      aliases: [
        { name: 'Flow', type: 'data_point', mappedTagId: tagId },
        { name: 'Work', type: 'work', mappedTagId: workTagId },
      ],
    });
    const thresholds = [{ name: 'Starved', logic: '[Flow] < 5', level: 770 }];
    const protectionId = await makeProtection(db, { twinId, name: named('Starving'), thresholds });

    const spareAssetId = await makeAsset(db, { assetName: named('Spare pump') });
    const heatTagId = await makeTag(db, { name: named('HEAT'), unit: 'Cel', assetIds: [spareAssetId] });
    const emptiedTagId = await makeTag(db, { name: named('EMPTIED'), assetIds: [spareAssetId] });
    const unmappedTagId = await makeTag(db, { name: named('UNMAPPED'), assetIds: [spareAssetId] });
    const spareTwinId = await makeTwin(db, {
      assetId: spareAssetId,
      active: true,
      aliases: [{ name: 'Heat', type: 'data_point', mappedTagId: heatTagId, unit: 'Cel' }],
    });
    const hot = [{ name: 'Hot', logic: '[Heat] > 80', level: 500 }];
    await makeProtection(db, { twinId: spareTwinId, name: named('Overheating'), thresholds: hot });
    return {
      assetId,
      tagId,
      workTagId,
      twinId,
      protectionId,
      spareAssetId,
      heatTagId,
      emptiedTagId,
      unmappedTagId,
      spareTwinId,
    };
  });
  const create = <T>(path: string, body: unknown): Promise<T> => other.call<T>('POST', path, body);
  await create(`/api/tags/${twins.tagId}/data-points`, [{ time: at, value: 9 }]);
  await create(`/api/tags/${twins.emptiedTagId}/data-points`, [{ time: at, value: 1 }]);
  await create(
    `/api/tags/${twins.heatTagId}/data-points`,
    [20, 90, 20, 20, 20].map((value, hour) => ({ time: at + hour * 3_600_000, value })),
  );
  const unmapped = await create<{ id: number; version: number }>('/api/tag-aliases', {
    twinId: twins.spareTwinId,
    name: 'Unmapped',
  });
  const pattern = await create<{ indicator: { id: number }; indicatorPattern: PatternSet }>(
    '/api/indicators/with-pattern',
    {
      indicator: { twinId: twins.spareTwinId, name: named('Patterns') },
      indicatorPattern: { patterns: [{ name: 'Cavitating' }] },
    },
  );
  const category = await create<{ id: number }>('/api/uom/categories', { name: named('Thickness') });
  await create('/api/recordtypes', {
    name: typeName,
    caption: named('Round'),
    fields: [{ name: 'place', caption: 'Place', kind: 'text' }],
  });
  await create('/api/relationships', {
    name: relationshipName,
    caption: named('Feeds'),
    fromType: 'asset',
    toType: 'asset',
    cardinality: 'one-many',
    fromCaption: named('Feeds'),
    toCaption: named('Fed by'),
  });
  const dashboard = await create<{ id: string; version: number }>('/api/dashboards', {
    name: named('Morning'),
    sharing: 'tenant',
    content: { cards: [noteCard('Nothing new.')] },
  });
  return {
    ...twins,
    dashboard,
    analysisId: await createAnalysis(other, twins),
    unmapped,
    pattern,
    categoryId: category.id,
  };
}

/** A card with a text, the only one of its dashboard. */
export const noteCard = (text: string) => ({ id: 'note', kind: 'text', x: 0, y: 0, w: 6, h: 2, text });

interface PatternSet {
  id: number;
  patterns: { id: number; name: string }[];
}
export const typeName = `two_${suffix}`;
export const relationshipName = `two-${suffix}`;

/** An analysis of both assets, each with a probability; that of the spare one has no cost of failure. */
async function createAnalysis(
  other: Client,
  { assetId, spareAssetId }: { assetId: number; spareAssetId: number },
): Promise<number> {
  const [analysis] = await other.call<{ id: number }[]>('POST', '/api/riskanalyses/', [
    {
      name: named('This year'),
      startDate: iso(at),
      missionTime: 'P1Y',
      assetIds: [assetId, spareAssetId],
    },
  ]);
  const failureDistributionParameters = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P500D' };
  const probability = { lifeCycleState: 'new', failureDistributionParameters };
  const path = `/api/riskanalyses/${analysis!.id}/assets`;
  await other.call('PUT', `${path}/${assetId}`, { probability, consequenceValue: 100_000, version: 1 });
  await other.call('PUT', `${path}/${spareAssetId}`, { probability, version: 1 });
  return analysis!.id;
}

/** Creates a calculated tag of an asset, with the double of another tag. */
export const createCalculatedTag = (other: Client, assetId: number, mappedTagId: number): Promise<Tag[]> =>
  other.call<Tag[]>('POST', '/api/tags', [
    {
      name: named('DOUBLE'),
      caption: 'Double',
      type: 'calculated',
      assetIds: [assetId],
      logic: 'RETURN [x] * 2',
      aliases: [{ name: 'x', mappedTagId }],
    },
  ]);

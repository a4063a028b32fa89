import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Client } from '../client.ts';
import { makeAsset, makeCalculatedTag, makeTag, makeTwin, makeUser } from '../factories.ts';
import type { Instance } from '../instance.ts';

const minute = 60_000;
const start = Date.UTC(2024, 0, 1);

/** Fills a tenant with a little of each kind of record, by the product's own calls where there is one. */
export async function fill(instance: Instance, client: Client): Promise<void> {
  const made = await instance.withTenant('demo', async ({ db }) => {
    const userId = await makeUser(db, { groups: ['VIEWERS'], recordTypes: ['advisory'] });
    const assetId = await makeAsset(db, { uniqueId: 'FAN-01', assetName: 'Exhaust fan' });
    const tagId = await makeTag(db, { name: 'FAN-01.VIBRATION', caption: 'Vibration', assetIds: [assetId] });
    const calculated = await makeCalculatedTag(db, {
      name: 'FAN-01.DOUBLE',
      logic: '[Vibration] * 2',
      aliases: { Vibration: tagId },
      userId,
    });
    const aliases = [{ name: 'Vibration', type: 'data_point' as const, mappedTagId: tagId }];
    return { userId, assetId, tagId, calculated, twinId: await makeTwin(db, { assetId, aliases }) };
  });
  const [protection] = await client.call<Protection[]>('POST', '/api/indicators', [
    {
      twinId: made.twinId,
      name: 'Imbalance',
      active: true,
      thresholds: [
        {
          name: 'Shaking',
          logic: '[Vibration] > 7',
          level: 600,
          rationalization: { cause: 'Dirt on the rotor', response: 'Balance the rotor.' },
          actions: [
            { type: 'notify', who: [{ type: 'user', id: made.userId }] },
            {
              type: 'advisory',
              comment: 'Balance the rotor.',
              reviewerUserIds: [made.userId],
              targetHorizon: 'P7D',
            },
          ],
        },
      ],
    },
  ]);
  const evaluatedTo = async (time: number) => {
    for (;;) {
      const { lastEvaluatedDate } = await client.call<Protection>('GET', `/api/indicators/${protection!.id}`);
      if (Date.parse(lastEvaluatedDate ?? '') >= time) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  // First quiet points, then the excursion that its actions answer to.
  for (const [from, to] of [
    [0, 60],
    [60, 120],
  ] as const) {
    const points = Array.from({ length: to - from }, (_, i) => ({
      time: start + (from + i) * minute,
      value: from + i >= 90 && from + i < 100 ? 9 : 2 + ((from + i) % 5),
    }));
    await client.call('POST', `/api/tags/${made.tagId}/data-points`, points);
    await evaluatedTo(points.at(-1)!.time);
  }
  await client.call<Advisory>('POST', '/api/advisories', {
    twinId: made.twinId,
    name: 'Grease the bearing',
    comment: 'It runs hotter every week.',
  });
  const at = (minutes: number) => new Date(start + minutes * minute).toISOString();
  const { indicatorPattern } = await client.call<{ indicatorPattern: IndicatorPattern }>(
    'POST',
    '/api/indicators/with-pattern',
    {
      indicator: { twinId: made.twinId, name: 'Patterns', tagAliasIds: protection!.tagAliasIds },
      indicatorPattern: {
        patterns: [{ name: 'Shaking' }],
        training: [
          { pattern: 'No match', start: at(20), end: at(80) },
          { pattern: 'Shaking', start: at(90), end: at(100) },
        ],
      },
    },
  );
  const training = await client.call<{ commandId: string }>(
    'POST',
    `/api/indicator-patterns/${indicatorPattern.id}/train`,
  );
  await client.follow(training.commandId, (command) => command.finishedAt !== null);
  const { commandId } = await client.call<{ commandId: string }>('POST', '/api/simulations', {
    id: null,
    indicatorId: protection!.id,
    twinId: made.twinId,
    startTime: new Date(start + 10 * minute).toISOString(),
    endTime: new Date(start + 110 * minute).toISOString(),
  });
  await client.follow(commandId, (command) => command.finishedAt !== null);
  await client.call<RiskAnalysis[]>('POST', '/api/riskanalyses/', [
    {
      name: 'Fans',
      startDate: '2024-01-01T00:00:00.000Z',
      missionTime: 'P170D',
      assetIds: [made.assetId],
    },
  ]);
  await client.call('POST', '/api/queries', {
    name: 'Twins by level',
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'group', key: 'level', path: 'level', by: { width: 100 } },
        { kind: 'aggregate', key: 'twins', aggregate: 'count' },
      ],
    },
  });
  if (made.calculated.commandId) {
    await client.follow(made.calculated.commandId, (command) => command.finishedAt !== null);
  }
  // The actions' advisory is the second one.
  while ((await client.list<Advisory>('/api/advisories/filters', {})).length < 2) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const configuration = { url: 'https://sap.plant.example', user: 'reader', password: 'sealed' };
  await client.call('POST', '/api/connections', { name: 'Notifications', type: 'sap', configuration });
  const card = { id: 'note', kind: 'text', x: 0, y: 0, w: 4, h: 2, text: 'Look at the fan.' };
  await client.call('POST', '/api/dashboards', { name: 'Fans', content: { cards: [card] } });
}

import type { Excursion, Protection } from '@twinward/contracts/protections/protection';
import { expect } from 'vitest';
import type { Db } from '../../platform/database/database.ts';
import type { Client } from '../client.ts';
import { makeProtection, makeTag, makeTwin } from '../factories.ts';
import { type Expected, findExcursions, limit } from './series.ts';

const level = 500;

/** A tag with a twin and a protection that watches it. */
export interface Watched {
  tagId: number;
  tagName: string;
  protectionId: number;
}

/** Makes a tag that is watched. */
export async function watch(db: Db): Promise<Watched> {
  const tagId = await makeTag(db);
  const { name: tagName } = await db
    .selectFrom('tag')
    .select('name')
    .where('id', '=', tagId)
    .executeTakeFirstOrThrow();
  const twinId = await makeTwin(db, {
    aliases: [{ name: 'Temperature', type: 'data_point', mappedTagId: tagId }],
  });
  const thresholds = [{ name: 'High', logic: `[Temperature] > ${limit}`, level }];
  return { tagId, tagName, protectionId: await makeProtection(db, { twinId, thresholds }) };
}

/** Once all points are evaluated: the very excursions that the points lead to, and the level of the last. */
export async function verifyProtection(
  client: Client,
  { protectionId }: Watched,
  points: Expected,
): Promise<void> {
  const wanted = findExcursions(points);
  const last = Math.max(...[...points].slice(-1).map(([time]) => time));
  const read = () => client.call<Protection>('GET', `/api/indicators/${protectionId}`);
  await expect
    .poll(async () => Date.parse((await read()).lastEvaluatedDate ?? ''), { timeout: 60_000, interval: 100 })
    .toBe(last);
  const found = await client.list<Excursion>('/api/excursions/filters', {
    filters: [{ field: 'ProtectionId', operator: 'EqualTo', value: protectionId, dataType: 'N' }],
    sorts: [{ field: 'Start', direction: 'Ascending' }],
  });
  expect(
    found.map(({ start, end }) => ({ start: Date.parse(start), end: end === null ? null : Date.parse(end) })),
  ).toEqual(wanted);
  expect((await read()).level).toBe(points.get(last)! > limit ? level : 0);
}

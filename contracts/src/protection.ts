import { z } from 'zod';
import { completion } from './completion.ts';
import { listBody, paging } from './list.ts';
import { id, idParams, timeParameter } from './primitives.ts';
import { defineRoute } from './route.ts';

export const protectionTypes = ['condition', 'activity', 'pattern'] as const;
export type ProtectionType = (typeof protectionTypes)[number];
export const protectionTypeLabels: Record<ProtectionType, string> = {
  condition: 'Condition protection',
  activity: 'Activity protection',
  pattern: 'Pattern protection',
};

export const level = z.number().int().min(0).max(1000);

export const threshold = z
  .object({
    id,
    name: z.string(),
    alias: z.string().nullable(),
    logic: z.string(),
    type: z.enum(['expression', 'script']),
    level: level.nullable(),
    logExcursion: z.boolean(),
  })
  .meta({ id: 'Threshold' });
export type Threshold = z.infer<typeof threshold>;

/** What watches a twin, with the state that its evaluation left it in. */
export const protection = z
  .object({
    id,
    twinId: id,
    name: z.string(),
    description: z.string(),
    type: z.enum(protectionTypes),
    active: z.boolean(),
    defaultLevel: level,
    thresholds: z.array(threshold),
    inputs: z.array(
      z.object({ alias: z.string(), tagId: id, tagName: z.string(), unit: z.string().nullable() }),
    ),
    completion: completion.describe('Complete at 31 bits, at 63 with patterns'),
    level: level.nullable().describe('Null before the first evaluation'),
    drivingThresholdId: id.nullable(),
    lastEvaluatedDate: z.iso.datetime().nullable(),
    stale: z.boolean().describe('Nothing could be calculated at the last evaluation'),
    error: z.string().nullable().describe('Why it cannot be evaluated'),
    updatedDate: z.iso.datetime(),
  })
  .meta({ id: 'Protection' });
export type Protection = z.infer<typeof protection>;

export const getProtection = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id',
  access: 'apps',
  tag: 'Protections',
  summary: 'One protection',
  params: idParams,
  response: protection,
});

export const getTwinProtections = defineRoute({
  method: 'GET',
  path: '/api/twins/:id/protections',
  access: 'apps',
  tag: 'Twins',
  summary: 'The protections of a twin, highest level first; pages of 100',
  params: idParams,
  query: paging,
  response: z.array(protection),
  paged: true,
});

export const excursion = z
  .object({
    id,
    twinId: id,
    assetName: z.string(),
    protectionId: id,
    protectionName: z.string(),
    thresholdId: id,
    thresholdName: z.string(),
    level: level.nullable(),
    start: z.iso.datetime(),
    end: z.iso.datetime().nullable().describe('Null while open'),
  })
  .meta({ id: 'Excursion' });
export type Excursion = z.infer<typeof excursion>;

export const listExcursions = defineRoute({
  method: 'POST',
  path: '/api/excursions/filters',
  access: 'apps',
  tag: 'Protections',
  summary:
    'Excursions. Fields: Id, TwinId, AssetName, ProtectionId, ProtectionName, ThresholdId, ThresholdName, Level, Start, End',
  query: paging,
  body: listBody,
  response: z.array(excursion),
  paged: true,
});

/** Level over time, as changes: each level holds from its time to the next. */
export const levelChange = z
  .object({ time: z.iso.datetime(), level, drivingThresholdId: id.nullable() })
  .meta({ id: 'LevelChange' });
export type LevelChange = z.infer<typeof levelChange>;

export const getLevels = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/levels',
  access: 'apps',
  tag: 'Protections',
  summary: 'The level at the start of a range and its changes in it; pages of up to 1,000',
  params: idParams,
  query: paging.extend({ from: timeParameter, to: timeParameter }),
  response: z.array(levelChange),
  paged: true,
});

import { z } from 'zod';
import { completion } from '../core/completion.ts';
import { listBody, listExample, paging } from '../core/list.ts';
import { id, idParams, isoTime, requiredText, text, timeParameter, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { furtherChanges, furtherFields } from '../records/field.ts';
import { twinParameter } from '../twins/parameter.ts';
import { intervalSettings, protectionAlias } from './interval-setting.ts';
import { patternSetSummary } from './pattern-of-set.ts';
import { shelving } from './shelving.ts';
import { level, threshold, thresholdChanges } from './threshold.ts';

export const protectionTypes = ['condition', 'activity', 'pattern'] as const;
export type ProtectionType = (typeof protectionTypes)[number];
export const protectionTypeLabels: Record<ProtectionType, string> = {
  condition: 'Condition protection',
  activity: 'Activity protection',
  pattern: 'Pattern protection',
};

/** Parts of a protection that evaluation depends on, as flags of what changed since the last one. */
export const dirtyFlags = [
  'type-dirty',
  'default_level-dirty',
  'start_date-dirty',
  'aliases-dirty',
  'thresholds-dirty',
  'active-dirty',
  'patterns-dirty',
] as const;
export type DirtyFlag = (typeof dirtyFlags)[number];

/** An input of points that has had none for longer than its expected interval and tolerance, or that never had one. */
export const staleInput = z
  .object({
    alias: z.string(),
    since: z.iso.datetime(),
    hadPoints: z
      .boolean()
      .describe('False for an input that never had a point: it is stale since the protection was activated'),
  })
  .meta({ id: 'StaleInput' });
export type StaleInput = z.infer<typeof staleInput>;

export const silentSince = z.iso
  .datetime()
  .nullable()
  .describe(
    'Since when every input with an expected interval is stale; null where one is not, or none has one',
  );

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
    startDate: z.iso.datetime().nullable().describe('From when an activity counts before any completed work'),
    thresholds: z.array(threshold),
    tagAliasIds: z.array(id).describe('Its inputs, those that its logic names included'),
    aliases: z.array(protectionAlias).describe('The inputs, by name, with their settings'),
    inputs: z
      .array(z.object({ alias: z.string(), tagId: id, tagName: z.string(), unit: z.string().nullable() }))
      .describe('The inputs that are mapped to a tag, with the unit in which they read it'),
    failureModeIds: z.array(id),
    expectedInterval: z.string().nullable().describe('Of the input of work'),
    completion: completion.describe('Complete at 31 bits, at 63 with patterns'),
    missing: z.array(z.string()).describe('What it takes to be complete'),
    level: level.nullable().describe('Null before the first evaluation'),
    drivingThresholdId: id.nullable(),
    lastEvaluatedDate: z.iso.datetime().nullable(),
    stale: z.boolean().describe('Nothing could be calculated at the last evaluation'),
    staleInputs: z.array(staleInput).describe('Of an active protection, at its last evaluation'),
    silentSince,
    error: z.string().nullable().describe('Why it cannot be evaluated'),
    setAsideDate: z.iso
      .datetime()
      .nullable()
      .describe('Since when it is not evaluated, as it needed too much work; `error` says what to do'),
    indicatorPattern: patternSetSummary.nullable().describe('Of a pattern protection'),
    parameters: z
      .array(twinParameter)
      .optional()
      .describe('The parameters of the twin that its logic and texts name; absent for none'),
    shelving: shelving.nullable().describe('While it is shelved: it is evaluated, but notifies nobody'),
    dirtyFlags: z
      .array(z.enum(dirtyFlags))
      .describe('What changed since the last evaluation: its level is of before'),
    updatedDate: z.iso.datetime(),
    ...furtherFields,
    version: version.describe('Counts up with every change'),
  })
  .meta({ id: 'Protection' });
export type Protection = z.infer<typeof protection>;

/** A protection as lists of a twin's protections have it. */
export const protectionSummary = protection
  .extend({
    type: z.literal('indicator'),
    subType: z.enum(protectionTypes),
    isCounter: z.boolean().describe('Whether work is due by a counter'),
    data: z.object({ level: level.nullable() }),
  })
  .meta({ id: 'ProtectionSummary' });
export type ProtectionSummary = z.infer<typeof protectionSummary>;

export const getProtection = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id',
  access: 'apps',
  tag: 'Protections',
  summary: 'One protection',
  params: idParams,
  response: protection,
});

/** What evaluation depends on. */
const definition = {
  type: z.enum(protectionTypes).default('condition'),
  defaultLevel: level.default(0),
  startDate: isoTime.nullable().default(null),
  thresholds: thresholdChanges.default([]),
  tagAliasIds: z
    .array(id)
    .max(1000)
    .default([])
    .describe('Its inputs; what its logic names becomes one of them'),
  aliases: intervalSettings.default([]).describe('Settings of inputs, which makes them inputs'),
};

const writable = {
  name: requiredText(200),
  description: text(4000).default(''),
  active: z.boolean().default(false),
  failureModeIds: z.array(id).max(500).default([]),
  ...furtherChanges,
  ...definition,
};

export const protectionDefinition = z.strictObject(definition).meta({ id: 'ProtectionDefinition' });
export type ProtectionDefinition = z.infer<typeof protectionDefinition>;

/** A protection to be made. */
export const newProtection = z
  .strictObject({
    twinId: id,
    ...writable,
    thresholds: thresholdChanges
      .nullable()
      .default(null)
      .describe('Left out, or null: Due and Overdue by the settings of an activity protection; else none'),
    patternsOf: id
      .nullable()
      .optional()
      .describe(
        'Of a pattern protection: another one, whose patterns and settings it takes; of the same twin also the ranges',
      ),
  })
  .meta({ id: 'NewProtection' });
export type NewProtection = z.infer<typeof newProtection>;

/** A protection as it is to be, thresholds in order; its twin stays. */
export const protectionChange = z
  .strictObject({ ...writable, version: version.describe('Of the protection that was changed') })
  .meta({ id: 'ProtectionChange' });
export type ProtectionChange = z.infer<typeof protectionChange>;

export const createProtections = defineRoute({
  method: 'POST',
  path: '/api/indicators',
  access: 'write:protection',
  tag: 'Protections',
  summary: 'Create a protection; it is evaluated over all points there are',
  body: z.array(newProtection).length(1, 'Please give one protection.'),
  example: [
    {
      twinId: 1,
      name: 'Overheating',
      thresholds: [{ name: 'Hot', logic: '[Temperature] > 80', level: 500 }],
    },
  ],
  status: 201,
  response: z.array(protection),
});

export const updateProtection = defineRoute({
  method: 'PUT',
  path: '/api/indicators/:id',
  access: 'write:protection',
  tag: 'Protections',
  summary:
    'Change a protection; a change of what its evaluation depends on has it evaluated over all points anew',
  params: idParams,
  body: protectionChange,
  response: protection,
});

export const retryProtection = defineRoute({
  method: 'POST',
  path: '/api/indicators/:id/retry',
  access: 'write:protection',
  tag: 'Protections',
  summary: 'Evaluate a protection again whose evaluation was stopped; no other protection changes',
  params: idParams,
  response: protection,
});

export const deleteProtection = defineRoute({
  method: 'DELETE',
  path: '/api/indicators/:id',
  access: 'write:protection',
  tag: 'Protections',
  summary: 'Delete a protection with its excursions',
  params: idParams,
  status: 204,
});

export const getTwinProtections = defineRoute({
  method: 'GET',
  path: '/api/twins/:id/protections',
  access: 'apps',
  tag: 'Twins',
  summary: 'The protections of a twin, highest level first; pages of 100',
  params: idParams,
  query: paging,
  response: z.array(protectionSummary),
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
    evaluatedTo: z.iso
      .datetime()
      .nullable()
      .describe('Last evaluation of the protection: until then an open excursion is known to have lasted'),
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
  example: listExample('AssetName', 'Pump'),
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

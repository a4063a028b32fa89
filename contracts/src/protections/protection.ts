import { z } from 'zod';
import { completion } from '../core/completion.ts';
import { listCall, listExample, paging } from '../core/list.ts';
import { id, isoTime, requiredText, text, timeParameter, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { furtherChanges, furtherFields } from '../records/field.ts';
import { twinParameter } from '../twins/parameter.ts';
import { intervalSettings, protectionAlias } from './interval-setting.ts';
import { patternSetSummary } from './pattern-of-set.ts';
import { shelving } from './shelving.ts';
import { level, threshold, thresholdChanges } from './threshold.ts';

const defineRoute = routeGroup('Protections');

export const protectionTypes = ['condition', 'activity', 'pattern'] as const;
export type ProtectionType = (typeof protectionTypes)[number];
export const protectionTypeLabels: Record<ProtectionType, string> = {
  condition: 'Condition protection',
  activity: 'Activity protection',
  pattern: 'Pattern protection',
};

/** Parts of a protection that its evaluation depends on, as flags for changes since the last evaluation. */
const dirtyFlags = [
  'type-dirty',
  'default_level-dirty',
  'start_date-dirty',
  'aliases-dirty',
  'thresholds-dirty',
  'active-dirty',
  'patterns-dirty',
] as const;
export type DirtyFlag = (typeof dirtyFlags)[number];

/** A data point input without points for longer than its expected interval and tolerance, or without any point ever. */
export const staleInput = z
  .object({
    alias: z.string(),
    since: z.iso.datetime(),
    hadPoints: z
      .boolean()
      .describe('False if the input never had a point; it is then stale since the protection was activated'),
  })
  .meta({ id: 'StaleInput' });
export type StaleInput = z.infer<typeof staleInput>;

export const silentSince = z.iso
  .datetime()
  .nullable()
  .describe(
    'Time since when all inputs with an expected interval are stale; null if one is not stale or none has an expected interval',
  );

/** A protection of a twin, with its state after the last evaluation. */
export const protection = z
  .object({
    id,
    twinId: id,
    name: z.string(),
    description: z.string(),
    type: z.enum(protectionTypes),
    active: z.boolean(),
    defaultLevel: level,
    startDate: z.iso.datetime().nullable().describe('Start of the activity, used until work is completed'),
    thresholds: z.array(threshold),
    tagAliasIds: z.array(id).describe('Ids of all inputs, including those in its logic'),
    aliases: z.array(protectionAlias).describe('Inputs by name, with their settings'),
    inputs: z
      .array(z.object({ alias: z.string(), tagId: id, tagName: z.string(), unit: z.string().nullable() }))
      .describe('Inputs that are mapped to a tag, with the unit in which they are read'),
    failureModeIds: z.array(id),
    expectedInterval: z.string().nullable().describe('Expected interval of the work input, ISO 8601'),
    completion: completion.describe('Bits of the completed parts; complete at 31, or at 63 with patterns'),
    missing: z.array(z.string()).describe('Parts that are missing until it is complete'),
    level: level.nullable().describe('Current level; null before the first evaluation'),
    drivingThresholdId: id.nullable(),
    lastEvaluatedDate: z.iso.datetime().nullable(),
    stale: z.boolean().describe('Whether the last evaluation had no result'),
    staleInputs: z.array(staleInput).describe('Stale inputs of an active protection at its last evaluation'),
    silentSince,
    error: z.string().nullable().describe('Why it can’t be evaluated; null without an error'),
    setAsideDate: z.iso
      .datetime()
      .nullable()
      .describe(
        'When its evaluation was stopped because it needed too much work, null if it runs; `error` says what to do',
      ),
    indicatorPattern: patternSetSummary.nullable().describe('Pattern set of a pattern protection'),
    parameters: z
      .array(twinParameter)
      .optional()
      .describe('Parameters of the twin that its logic and texts use; absent if there are none'),
    shelving: shelving
      .nullable()
      .describe('Shelving, while the protection is shelved: it is evaluated, but sends no notifications'),
    dirtyFlags: z
      .array(z.enum(dirtyFlags))
      .describe('Changes since the last evaluation, which its level does not reflect yet'),
    updatedDate: z.iso.datetime(),
    ...furtherFields,
    version: version.describe('Optimistic-lock version'),
  })
  .meta({ id: 'Protection' });
export type Protection = z.infer<typeof protection>;

/** A protection in the list of a twin's protections. */
export const protectionSummary = protection
  .extend({
    type: z.literal('indicator'),
    subType: z.enum(protectionTypes),
    isCounter: z.boolean().describe('Whether work is due by a counter'),
    data: z.object({ level: level.nullable() }),
  })
  .meta({ id: 'ProtectionSummary' });
export type ProtectionSummary = z.infer<typeof protectionSummary>;

export const getProtection = defineRoute('GET /api/indicators/:id', {
  access: 'apps',
  summary: 'Get a protection',
  response: protection,
});

/** The parts that evaluation depends on. */
const definition = {
  type: z.enum(protectionTypes).default('condition'),
  defaultLevel: level.default(0),
  startDate: isoTime.nullable().default(null),
  thresholds: thresholdChanges.default([]),
  tagAliasIds: z.array(id).max(1000).default([]).describe('Ids of inputs; inputs in its logic are added'),
  aliases: intervalSettings
    .default([])
    .describe('Interval settings of inputs; inputs that are missing in `tagAliasIds` are added'),
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

/** A new protection. */
export const newProtection = z
  .strictObject({
    twinId: id,
    ...writable,
    thresholds: thresholdChanges
      .nullable()
      .default(null)
      .describe('Thresholds; if omitted or null, Due and Overdue for an activity protection, else none'),
    patternsOf: id
      .nullable()
      .optional()
      .describe(
        'Id of a pattern protection whose patterns and settings are copied; its ranges too if it belongs to the same twin',
      ),
  })
  .meta({ id: 'NewProtection' });
export type NewProtection = z.infer<typeof newProtection>;

/** A changed protection, with thresholds in order. Its twin can't change. */
export const protectionChange = z
  .strictObject({ ...writable, version: version.describe('Version of the protection that you edited') })
  .meta({ id: 'ProtectionChange' });
export type ProtectionChange = z.infer<typeof protectionChange>;

export const createProtections = defineRoute('POST /api/indicators', {
  access: 'write:protection',
  summary: 'Create a protection. It is evaluated over all existing points',
  body: z.array(newProtection).length(1, 'Please send exactly one protection.'),
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

export const updateProtection = defineRoute('PUT /api/indicators/:id', {
  access: 'write:protection',
  summary: 'Update a protection. If the change affects its evaluation, it is re-evaluated over all points',
  body: protectionChange,
  response: protection,
});

export const retryProtection = defineRoute('POST /api/indicators/:id/retry', {
  access: 'write:protection',
  summary: 'Retry a protection whose evaluation was stopped',
  response: protection,
});

export const deleteProtection = defineRoute('DELETE /api/indicators/:id', {
  access: 'write:protection',
  summary: 'Delete a protection and its excursions',
});

export const getTwinProtections = defineRoute('GET /api/twins/:id/protections', {
  access: 'apps',
  tag: 'Twins',
  summary: 'List the protections of a twin, highest level first; pages of 100',
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
    end: z.iso.datetime().nullable().describe('End; null while open'),
    evaluatedTo: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time of the last evaluation of the protection, up to which an open excursion is known to last',
      ),
  })
  .meta({ id: 'Excursion' });
export type Excursion = z.infer<typeof excursion>;

export const listExcursions = defineRoute('POST /api/excursions/filters', {
  access: 'apps',
  summary:
    'List excursions. Fields: Id, TwinId, AssetName, ProtectionId, ProtectionName, ThresholdId, ThresholdName, Level, Start, End',
  ...listCall,
  example: listExample('AssetName', 'Pump'),
  response: z.array(excursion),
});

/** A change of the level, which holds until the next change. */
export const levelChange = z
  .object({ time: z.iso.datetime(), level, drivingThresholdId: id.nullable() })
  .meta({ id: 'LevelChange' });
export type LevelChange = z.infer<typeof levelChange>;

export const getLevels = defineRoute('GET /api/indicators/:id/levels', {
  access: 'apps',
  summary: 'List the level at the start of a range and its changes in the range; pages of up to 1,000',
  query: paging.extend({ from: timeParameter, to: timeParameter }),
  response: z.array(levelChange),
  paged: true,
});

import { z } from 'zod';
import { failureData } from '../assets/mtbf.ts';
import { commandReference } from '../core/command.ts';
import { contentTypes } from '../core/content-types.ts';
import { listBody, listExample, paging } from '../core/list.ts';
import { exportQuery } from '../core/list-export.ts';
import { connectionOf, id, idParams, isoDuration, isoTime, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { consequence, consequenceChange } from './consequence.ts';
import { probability, probabilityChange } from './probability.ts';

const silentSince = z.iso
  .datetime()
  .nullable()
  .describe(
    'Since when the active protections at its level have all been without data; null where one has data',
  );

/** A row of the list of twins. */
export const twinSummary = z
  .object({
    id,
    assetId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClassLabel: z.string().describe('category - class - type'),
    active: z.boolean(),
    level: level.nullable().describe('The highest of its active protections; null before any evaluation'),
    probability: z.number().int().nullable().describe('Percent'),
    consequence: z.number().int().nullable(),
    risk: z.number().nullable().describe('Probability / 100 x consequence'),
    lastDataTime: z.iso.datetime().nullable(),
    silentSince,
    ...furtherFields,
  })
  .meta({ id: 'TwinSummary' });
export type TwinSummary = z.infer<typeof twinSummary>;

export const twin = z
  .object({
    id,
    assetId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClassLabel: z.string(),
    description: z.string(),
    technicalNumber: z.string().nullable(),
    twinType: z.string().nullable().describe('Name of the library model that it was made from; null: none'),
    ...connectionOf,
    active: z.boolean(),
    startDate: z.iso.datetime().nullable(),
    missionTime: isoDuration.nullable(),
    outOfServiceAt: z.iso.datetime().nullable().describe('Of its asset; may lie ahead. Null: in service'),
    level: level.nullable(),
    probability: probability.nullable(),
    consequence: consequence.nullable(),
    risk: z.number().nullable(),
    failureData: failureData.nullable().describe('Of its asset; null where its MTBF was never calculated'),
    lastDataTime: z.iso.datetime().nullable(),
    silentSince,
    ...furtherFields,
    version: version.describe('Counts up with every change, also of its probability and consequence'),
  })
  .meta({ id: 'Twin' });
export type Twin = z.infer<typeof twin>;

const writable = {
  description: text(500),
  technicalNumber: text(100).nullable(),
  connectionId: id.nullable().describe('Takes the work requested for it; null: that of the asset'),
  active: z.boolean(),
  startDate: isoTime.nullable(),
  missionTime: isoDuration.nullable().describe('From 1 day to 100 years'),
};

export const newTwin = z
  .strictObject({
    assetId: id,
    description: writable.description.default(''),
    technicalNumber: writable.technicalNumber.default(null),
    connectionId: writable.connectionId.default(null),
    active: writable.active.default(false),
    startDate: writable.startDate.default(null),
    missionTime: writable.missionTime.default(null),
    ...furtherChanges,
  })
  .meta({ id: 'NewTwin' });
export type NewTwin = z.infer<typeof newTwin>;

export const twinFlags = ['start_date-dirty', 'active-dirty', 'mission_time-dirty'] as const;
export type TwinFlag = (typeof twinFlags)[number];

/** What of a twin is to change: a field that is left out stays. Probability and consequence go beside it. */
export const twinChange = z
  .strictObject(writable)
  .partial()
  .extend({
    ...furtherChanges,
    dirtyFlags: z
      .array(z.enum(twinFlags))
      .max(twinFlags.length)
      .optional()
      .describe('Given: of start date, mission time and active, only those named change'),
    version: version.describe('Of the twin that was changed'),
  })
  .meta({ id: 'TwinChange' });
export type TwinChange = z.infer<typeof twinChange>;

export const twinChangeWithRisk = z
  .strictObject({
    twin: twinChange.extend({ id }),
    probability: probabilityChange.nullable().default(null).describe('Null: it stays as it is'),
    consequence: consequenceChange.nullable().default(null).describe('Null: it stays as it is'),
  })
  .meta({ id: 'TwinChangeWithRisk' });
export type TwinChangeWithRisk = z.infer<typeof twinChangeWithRisk>;

export const listTwins = defineRoute({
  method: 'POST',
  path: '/api/twins/filters',
  access: 'apps',
  tag: 'Twins',
  summary: `Twins. Fields: Id, AssetId, AssetName, AssetUniqueId, AssetClass, Active, Level, Probability, Consequence, Risk, LastData, SilentSince, SiteId (an asset that it stands in), ClassId (a category, class or type)${furtherFilter}`,
  query: paging,
  body: listBody,
  example: listExample('AssetName', 'Pump'),
  response: z.array(twinSummary),
  paged: true,
});

/** The columns of an exported list of twins; those of the list on the screen are named as there. */
export const twinExportColumns = [
  'name',
  'asset',
  'class',
  'active',
  'level',
  'probability',
  'consequence',
  'risk',
  'data',
  'silent',
] as const;

export const exportTwins = defineRoute({
  method: 'POST',
  path: '/api/twins/export',
  access: 'apps',
  reads: true,
  tag: 'Twins',
  summary: 'A list of twins as a file',
  query: exportQuery(twinExportColumns),
  body: listBody,
  response: 'file',
  contentTypes: [contentTypes.csv, contentTypes.xlsx],
});

export const getTwin = defineRoute({
  method: 'GET',
  path: '/api/twins/:id',
  access: 'apps',
  tag: 'Twins',
  summary: 'One twin, with its probability, consequence and risk',
  params: idParams,
  response: twin,
});

export const createTwin = defineRoute({
  method: 'POST',
  path: '/api/twins',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Create a twin of an asset that has none',
  body: newTwin,
  example: { assetId: 1, active: true, startDate: '2024-01-01T00:00:00Z', missionTime: 'P3Y' },
  status: 201,
  response: twin,
});

export const updateTwin = defineRoute({
  method: 'PUT',
  path: '/api/twins/:id',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Change a twin; a new start date or mission time recalculates its probabilities',
  params: idParams,
  body: twinChange,
  response: twin,
});

export const updateTwinWithRisk = defineRoute({
  method: 'PUT',
  path: '/api/twins/with-risk',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Change a twin with its probability and consequence',
  body: twinChangeWithRisk,
  record: z.object({ twin, probability, consequence }),
  response: twin,
});

export const deleteTwin = defineRoute({
  method: 'DELETE',
  path: '/api/twins/:id',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Delete a twin with its inputs, protections, failure modes and activities; the asset stays',
  params: idParams,
  status: 204,
});

export const setTwinsActive = defineRoute({
  method: 'PUT',
  path: '/api/twins/active',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Activate or deactivate many twins; answers how many of them were not so before',
  body: z.strictObject({ twinIds: z.array(id).min(1).max(1000), active: z.boolean() }),
  response: z.object({ changed: z.number().int() }),
});

export const copyTwin = defineRoute({
  method: 'POST',
  path: '/api/twins/:id/copy',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Copy a twin to up to 1,000 assets; a command, whose result lists the outcome of each',
  params: idParams,
  body: z.strictObject({ assetIds: z.array(id).min(1).max(1000) }),
  status: 202,
  response: commandReference,
});

/** What became of one asset that a twin was copied to. */
export const copyResult = z.object({
  assetId: id,
  assetName: z.string(),
  twinId: id.nullable().describe('Of the copy; null where none was made'),
  message: z.string().describe('Why none was made, or what is left to do'),
});
export type CopyResult = z.infer<typeof copyResult>;

/** The five buckets of levels: 0; 1-250; 251-500; 501-750; 751-1000. */
export const levelBuckets = [
  { from: 0, to: 0 },
  { from: 1, to: 250 },
  { from: 251, to: 500 },
  { from: 501, to: 750 },
  { from: 751, to: 1000 },
] as const;

export const twinLevels = z
  .object({
    total: z.number().int(),
    unknown: z.number().int().describe('Never evaluated'),
    buckets: z.array(z.object({ from: level, to: level, count: z.number().int() })),
  })
  .meta({ id: 'TwinLevels' });
export type TwinLevels = z.infer<typeof twinLevels>;

export const activeTwinLevels = twinLevels
  .extend({ silent: z.number().int().describe('Without data for longer than expected; in no bucket') })
  .meta({ id: 'ActiveTwinLevels' });
export type ActiveTwinLevels = z.infer<typeof activeTwinLevels>;

export const getTwinLevels = defineRoute({
  method: 'GET',
  path: '/api/twins/levels',
  access: 'apps',
  tag: 'Twins',
  summary:
    'How many active twins with data are in each of the five buckets of levels, and how many are silent',
  response: activeTwinLevels,
});

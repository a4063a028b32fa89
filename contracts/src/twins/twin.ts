import { z } from 'zod';
import { failureData } from '../assets/mtbf.ts';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { listBody, listCall, listExample } from '../core/list.ts';
import { exportQuery } from '../core/list-export.ts';
import { feedingConnection, id, isoDuration, isoTime, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { consequence, consequenceChange } from './consequence.ts';
import { probability, probabilityChange } from './probability.ts';

const defineRoute = routeGroup('Twins');

const silentSince = z.iso
  .datetime()
  .nullable()
  .describe(
    'Time since which all active protections at its level have had no data; null if one of them has data',
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
    level: level
      .nullable()
      .describe('Highest level of its active protections; null before the first evaluation'),
    probability: z.number().int().nullable().describe('In percent'),
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
    twinType: z
      .string()
      .nullable()
      .describe('Name of the library model from which it was created; null if none'),
    ...feedingConnection,
    active: z.boolean(),
    startDate: z.iso.datetime().nullable(),
    missionTime: isoDuration.nullable(),
    outOfServiceAt: z.iso
      .datetime()
      .nullable()
      .describe('Time from which its asset is out of service, possibly in the future; null if in service'),
    level: level.nullable(),
    probability: probability.nullable(),
    consequence: consequence.nullable(),
    risk: z.number().nullable(),
    failureData: failureData
      .nullable()
      .describe('Measured MTBF of its asset; null if it was never calculated'),
    lastDataTime: z.iso.datetime().nullable(),
    silentSince,
    ...furtherFields,
    version: version.describe(
      'Optimistic-lock version; increases with every change, including its probability and consequence',
    ),
  })
  .meta({ id: 'Twin' });
export type Twin = z.infer<typeof twin>;

const writable = {
  description: text(500),
  technicalNumber: text(100).nullable(),
  connectionId: id
    .nullable()
    .describe('Id of the connection that receives its work requests; null for the connection of the asset'),
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

const twinFlags = ['start_date-dirty', 'active-dirty', 'mission_time-dirty'] as const;
export type TwinFlag = (typeof twinFlags)[number];

/** The fields of a twin to change; omitted fields stay unchanged. Probability and consequence are sent separately. */
export const twinChange = z
  .strictObject(writable)
  .partial()
  .extend({
    ...furtherChanges,
    dirtyFlags: z
      .array(z.enum(twinFlags))
      .max(twinFlags.length)
      .optional()
      .describe('If given, only the listed ones of start date, mission time and active change'),
    version: version.describe('Version that the change is based on'),
  })
  .meta({ id: 'TwinChange' });
export type TwinChange = z.infer<typeof twinChange>;

export const twinChangeWithRisk = z
  .strictObject({
    twin: twinChange.extend({ id }),
    probability: probabilityChange.nullable().default(null).describe('Null to leave it unchanged'),
    consequence: consequenceChange.nullable().default(null).describe('Null to leave it unchanged'),
  })
  .meta({ id: 'TwinChangeWithRisk' });
export type TwinChangeWithRisk = z.infer<typeof twinChangeWithRisk>;

export const listTwins = defineRoute('POST /api/twins/filters', {
  access: 'apps',
  summary: `List twins. Fields: Id, AssetId, AssetName, AssetUniqueId, AssetClass, Active, Level, Probability, Consequence, Risk, LastData, SilentSince, SiteId (its asset, or an ancestor), ClassId (a category, class or type)${furtherFilter}`,
  ...listCall,
  example: listExample('AssetName', 'Pump'),
  response: z.array(twinSummary),
});

/** The columns of an exported list of twins; columns of the list on the screen have the same names. */
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

export const exportTwins = defineRoute('POST /api/twins/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of twins to a file',
  query: exportQuery(twinExportColumns),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});

export const getTwin = defineRoute('GET /api/twins/:id', {
  access: 'apps',
  summary: 'Get a twin with its probability, consequence and risk',
  response: twin,
});

export const createTwin = defineRoute('POST /api/twins', {
  access: 'write:twin',
  summary: 'Create a twin for an asset that has none',
  body: newTwin,
  example: { assetId: 1, active: true, startDate: '2024-01-01T00:00:00Z', missionTime: 'P3Y' },
  status: 201,
  response: twin,
});

export const updateTwin = defineRoute('PUT /api/twins/:id', {
  access: 'write:twin',
  summary: 'Change a twin; a new start date or mission time recalculates its probabilities',
  body: twinChange,
  response: twin,
});

export const updateTwinWithRisk = defineRoute('PUT /api/twins/with-risk', {
  access: 'write:twin',
  summary: 'Change a twin with its probability and consequence',
  body: twinChangeWithRisk,
  record: z.object({ twin, probability, consequence }),
  response: twin,
});

export const deleteTwin = defineRoute('DELETE /api/twins/:id', {
  access: 'write:twin',
  summary: 'Delete a twin with its inputs, protections, failure modes and activities; the asset is kept',
});

export const setTwinsActive = defineRoute('PUT /api/twins/active', {
  access: 'write:twin',
  summary: 'Activate or deactivate many twins; returns the number of twins that changed',
  body: z.strictObject({ twinIds: z.array(id).min(1).max(1000), active: z.boolean() }),
  response: z.object({ changed: z.number().int() }),
});

export const copyTwin = defineRoute('POST /api/twins/:id/copy', {
  access: 'write:twin',
  summary: 'Copy a twin to up to 1,000 assets, as a command; its result lists the outcome for each asset',
  body: z.strictObject({ assetIds: z.array(id).min(1).max(1000) }),
  ...startsCommand,
});

/** The result for one asset to which a twin was copied. */
const copyResult = z.object({
  assetId: id,
  assetName: z.string(),
  twinId: id.nullable().describe('Id of the copy; null if none was created'),
  message: z.string().describe('Reason why no copy was created, or what is left to do'),
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
    unknown: z.number().int().describe('Number that was never evaluated'),
    buckets: z.array(z.object({ from: level, to: level, count: z.number().int() })),
  })
  .meta({ id: 'TwinLevels' });
export type TwinLevels = z.infer<typeof twinLevels>;

export const activeTwinLevels = twinLevels
  .extend({
    silent: z.number().int().describe('Number without data for longer than expected; not in any bucket'),
  })
  .meta({ id: 'ActiveTwinLevels' });
export type ActiveTwinLevels = z.infer<typeof activeTwinLevels>;

export const getTwinLevels = defineRoute('GET /api/twins/levels', {
  access: 'apps',
  summary: 'Count the active twins with data in each of the five buckets of levels, and the silent twins',
  response: activeTwinLevels,
});

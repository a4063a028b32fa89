import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { paging } from '../core/list.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { partKinds } from './definition.ts';
import { partDifference, versionLevels } from './twin-model.ts';

const defineRoute = routeGroup('Library');

/**
 * What an upgrade does with a part or a field: take that of the model, keep that of the twin, or let a user choose.
 */
const mergeOutcomes = ['take', 'keep', 'conflict'] as const;
export type MergeOutcome = (typeof mergeOutcomes)[number];
const sides = ['model', 'twin'] as const;
export type Side = (typeof sides)[number];

/**
 * A part that differs between the old model version (base), the new model version and the twin. Null if it is missing
 * there.
 */
export const partMerge = z
  .object({
    kind: z.enum(partKinds).nullable().describe('Null for the fields of the definition itself'),
    id: id.nullable(),
    name: z.string(),
    parent: z.string().nullable().describe('Name of the indicator of a threshold; null for other parts'),
    change: z.enum(['added', 'removed', 'changed']),
    outcome: z
      .enum(mergeOutcomes)
      .describe('For a changed part, conflict if one of its fields is in conflict'),
    fields: z.array(
      z.object({
        field: z.string(),
        base: z.unknown(),
        model: z.unknown(),
        twin: z.unknown(),
        outcome: z.enum(mergeOutcomes),
      }),
    ),
  })
  .meta({ id: 'PartMerge' });
export type PartMerge = z.infer<typeof partMerge>;

const modelVersionNumber = z.object({
  versionId: id,
  major: z.number(),
  minor: z.number(),
  patch: z.number(),
});

/** The model of a twin, and how the twin differs from it. */
export const modelOfTwin = z
  .object({
    modelId: id,
    modelName: z.string(),
    current: modelVersionNumber,
    newest: modelVersionNumber
      .extend({ notes: z.string().describe('Release notes of the version') })
      .nullable()
      .describe('Newest published version; null if the twin uses it'),
    differences: z
      .array(partDifference)
      .describe('Differences from the model, at the version of the twin, to the twin'),
  })
  .meta({ id: 'ModelOfTwin' });
export type ModelOfTwin = z.infer<typeof modelOfTwin>;

export const getModelOfTwin = defineRoute('GET /api/twins/:id/model', {
  access: 'apps',
  summary:
    'Get the model of a twin, its newest version, and the changes made on the twin; null without a model',
  response: modelOfTwin.nullable(),
});

export const maximumUpgrades = 20_000;

export const previewUpgrade = defineRoute('POST /api/library/models/:id/upgrades', {
  access: 'write:twin',
  summary:
    'Preview what an upgrade of twins to another version would take, keep and leave as conflicts. Changes nothing',
  body: z
    .strictObject({
      versionId: id.optional().describe('Id of the version; default: the newest published version'),
      twinIds: z
        .array(id)
        .min(1, 'Please choose at least one twin.')
        .max(maximumUpgrades, 'At most 20,000 twins in one call.')
        .nullable()
        .default(null)
        .describe('Ids of the twins; null for all twins of the model that are at another version'),
    })
    .meta({ id: 'UpgradeRequest' }),
  ...startsCommand,
});

/**
 * A choice for a conflict. Without a field, it applies to all conflicts of the part; without a twin, to all twins.
 */
export const conflictChoice = z
  .strictObject({
    twinId: id.nullable().default(null),
    kind: z.enum(partKinds).nullable(),
    id: id.nullable(),
    field: z.string().max(100).nullable().default(null),
    take: z.enum(sides),
  })
  .meta({ id: 'ConflictChoice' });
export type ConflictChoice = z.infer<typeof conflictChoice>;

export const applyUpgrade = defineRoute('POST /api/library/upgrades/:commandId/apply', {
  access: 'write:twin',
  summary: 'Upgrade the twins of a preview; skips twins that were changed since or still have conflicts',
  body: z
    .strictObject({
      choices: z.array(conflictChoice).max(10_000, 'At most 10,000 choices in one call.').default([]),
      others: z
        .enum(sides)
        .nullable()
        .default(null)
        .describe('Side to take in conflicts without a choice; null to leave them unresolved'),
      exceptTwinIds: z.array(id).max(maximumUpgrades).default([]),
    })
    .meta({ id: 'UpgradeApplication' }),
  ...startsCommand,
});

export const undoUpgrade = defineRoute('POST /api/library/upgrades/:commandId/undo', {
  access: 'write:twin',
  summary: 'Undo the upgrade of twins; skips twins that were changed since',
  ...startsCommand,
});

export const upgradeOutcomes = [
  'proposed',
  'conflict',
  'upgraded',
  'changed',
  'refused',
  'left-out',
  'undone',
] as const;

/** The planned or actual result for one twin. */
export const upgrade = z
  .object({
    twinId: id,
    assetName: z.string(),
    from: modelVersionNumber,
    to: modelVersionNumber,
    level: z.enum(versionLevels).describe('Level of the changes between the two versions'),
    taken: z.number().int().describe('Number of changes of the model that are taken'),
    kept: z.number().int().describe('Number of changes of the twin that are kept'),
    conflicts: z.number().int(),
    outcome: z.enum(upgradeOutcomes),
    message: z.string().nullable(),
  })
  .meta({ id: 'Upgrade' });
export type Upgrade = z.infer<typeof upgrade>;

export const listUpgrades = defineRoute('GET /api/library/upgrades/:commandId', {
  access: 'write:twin',
  summary: 'List the planned or actual result for each twin, conflicts first, then by name',
  query: paging.extend({ outcome: z.enum(upgradeOutcomes).optional() }),
  response: z.array(upgrade),
  paged: true,
});

export const getUpgradeOfTwin = defineRoute('GET /api/library/upgrades/:commandId/twins/:twinId', {
  access: 'write:twin',
  summary: 'Get the three-way differences of one twin',
  response: z.array(partMerge),
});

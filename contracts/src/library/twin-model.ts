import { z } from 'zod';
import { classification } from '../assets/taxonomy.ts';
import { listCall, paging } from '../core/list.ts';
import { id, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { modelDefinition, partKinds } from './definition.ts';

const defineRoute = routeGroup('Library');

/** Who sees a model: its creator; all users of the tenant who can open Apps; or other servers too. */
const accessLevels = ['private', 'tenant', 'shared'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const versionStates = ['draft', 'published'] as const;

const number = z.number().int().nonnegative();
const versionNumber = {
  versionId: id,
  major: number,
  minor: number,
  patch: number,
  state: z.enum(versionStates),
};

/** A model in the list, at its newest published version; at its draft if no version is published. */
export const twinModelSummary = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    active: z.boolean().describe('False if it is retired; no new twins can be created from it'),
    taxonomyId: id
      .nullable()
      .describe('Id of the category, class or type of the assets that it is for; null if none'),
    ...classification.shape,
    author: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    accessLevel: z.enum(accessLevels),
    isStarter: z.boolean().describe('Whether it was loaded when the tenant was created'),
    ...versionNumber,
    draftVersionId: id.nullable().describe('Null if it has no draft'),
    twinCount: number.describe('Number of twins created from it'),
    outdatedCount: number.describe('Number of these twins that are not at the newest published version'),
    mayEdit: z.boolean(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TwinModelSummary' });
export type TwinModelSummary = z.infer<typeof twinModelSummary>;

/** A model at one of its versions. */
export const twinModel = twinModelSummary
  .extend({
    notes: z.string().describe('Release notes of the version'),
    definition: modelDefinition,
    lastPartId: number.describe(
      'Highest id of a part in any version. Give new parts higher ids, so that the id of a removed part is not used again',
    ),
    version: version.describe(
      'Optimistic-lock version; increases with every change of the model or its draft',
    ),
  })
  .meta({ id: 'TwinModel' });
export type TwinModel = z.infer<typeof twinModel>;

const facts = {
  name: requiredText(200),
  description: text(4000).default(''),
  taxonomyId: id
    .nullable()
    .default(null)
    .describe('Id of the category, class or type of the assets that it is for; null if none'),
  author: text(200).default(''),
  manufacturer: text(200).default(''),
  model: text(200).default(''),
  accessLevel: z.enum(accessLevels).default('private'),
};

export const newTwinModel = z
  .strictObject({
    ...facts,
    from: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('twin'), twinId: id }),
        z.strictObject({ kind: z.literal('version'), versionId: id }),
      ])
      .nullable()
      .default(null)
      .describe('Twin or model version whose parts are copied; null for an empty model'),
  })
  .meta({ id: 'NewTwinModel' });
export type NewTwinModel = z.infer<typeof newTwinModel>;

/** Facts change immediately. A definition replaces that of the draft; a model without a draft gets one. */
export const twinModelChange = z
  .strictObject({
    ...facts,
    active: z.boolean().default(true),
    notes: text(4000).default('').describe('Release notes of the draft'),
    definition: modelDefinition
      .optional()
      .describe('New definition; omit to leave it unchanged and create no draft'),
    version: version.describe('Version that the change is based on'),
  })
  .meta({ id: 'TwinModelChange' });
export type TwinModelChange = z.infer<typeof twinModelChange>;

export const listTwinModels = defineRoute('POST /api/library/models/filters', {
  access: 'apps',
  summary:
    'List the models that the user may see. Fields: Id, Name, Description, Active, Category, Class, Type, Author, Manufacturer, Model, AccessLevel, State, DraftVersionId, TwinCount, OutdatedCount, UpdatedAt',
  ...listCall,
  response: z.array(twinModelSummary),
});

export const getTwinModel = defineRoute('GET /api/library/models/:id', {
  access: 'apps',
  summary:
    'Get a model at its newest published version, or at `versionId`; at its draft if no version is published',
  query: z.object({ versionId: idParameter.optional() }),
  response: twinModel,
});

export const listModelsForAsset = defineRoute('GET /api/assets/:id/models', {
  access: 'write:twin',
  summary:
    'List up to five published models for the type, class or category of an asset without a twin: those for its type first, then those with the most twins',
  response: z.array(twinModelSummary),
});

export const createTwinModel = defineRoute('POST /api/library/models', {
  access: 'write:library-model',
  summary: 'Create a model as a draft: empty, from a twin, or from a version of another model',
  body: newTwinModel,
  status: 201,
  response: twinModel,
});

export const updateTwinModel = defineRoute('PUT /api/library/models/:id', {
  access: 'write:library-model',
  summary: 'Change a model; a new definition is saved as its draft. Returns the draft, if there is one',
  body: twinModelChange,
  bodyLimit: 8 * 1024 * 1024,
  response: twinModel,
});

export const deleteTwinModel = defineRoute('DELETE /api/library/models/:id', {
  access: 'write:library-model',
  summary: 'Delete a model with all its versions; refused while there are twins created from it',
});

export const deleteTwinModelDraft = defineRoute('DELETE /api/library/models/:id/draft', {
  access: 'write:library-model',
  summary: 'Discard the draft of a model that has a published version',
});

export const versionLevels = ['major', 'minor', 'patch'] as const;
export type VersionLevel = (typeof versionLevels)[number];

/** A problem in a definition that prevents its publication. */
export const definitionProblem = z
  .object({
    kind: z.enum(partKinds).nullable().describe('Null for the definition itself'),
    id: id.nullable().describe('Id of the part'),
    part: z.string().describe('Name of the part'),
    field: z.string(),
    message: z.string(),
  })
  .meta({ id: 'DefinitionProblem' });
export type DefinitionProblem = z.infer<typeof definitionProblem>;

/** A difference of one field, with the values of the definitions. */
const fieldDifference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const partDifference = z
  .object({
    kind: z.enum(partKinds).nullable().describe('Null for the fields of the definition itself'),
    id: id.nullable(),
    name: z.string().describe('Name of the part; the new name if it was renamed'),
    parent: z.string().nullable().describe('Name of the indicator of a threshold; null for other parts'),
    change: z.enum(['added', 'removed', 'changed']),
    fields: z.array(fieldDifference).describe('Changed fields, if the part is changed'),
  })
  .meta({ id: 'PartDifference' });
export type PartDifference = z.infer<typeof partDifference>;

export const getDraftState = defineRoute('GET /api/library/models/:id/draft', {
  access: 'apps',
  summary:
    'Get the changes of the draft, its proposed version number, and the problems that prevent its publication',
  response: z
    .object({
      differences: z.array(partDifference),
      proposed: z
        .enum(versionLevels)
        .describe(
          'major: parts are removed or renamed; minor: parts are added; patch: texts or values are changed',
        ),
      problems: z.array(definitionProblem),
    })
    .meta({ id: 'DraftState' }),
});

export const twinModelPublication = z
  .strictObject({
    level: z
      .enum(versionLevels)
      .optional()
      .describe('Level of the new version number; default: as proposed. The first version is 1.0.0'),
    notes: text(4000).default('').describe('Release notes; default: those of the draft'),
    version: version.describe('Version of the model that the publication is based on'),
  })
  .meta({ id: 'TwinModelPublication' });
export type TwinModelPublication = z.infer<typeof twinModelPublication>;

export const publishTwinModel = defineRoute('POST /api/library/models/:id/publish', {
  access: 'write:library-model',
  summary: 'Publish the draft as the next major, minor or patch version; the first is 1.0.0',
  body: twinModelPublication,
  response: twinModel,
});

export const modelVersion = z
  .object({
    ...versionNumber,
    notes: z.string(),
    publishedAt: z.iso.datetime().nullable(),
    publishedBy: z.string().nullable().describe('User name; null for a draft or if the user was deleted'),
    twinCount: number,
  })
  .meta({ id: 'TwinModelVersion' });
export type TwinModelVersion = z.infer<typeof modelVersion>;

export const listTwinModelVersions = defineRoute('GET /api/library/models/:id/versions', {
  access: 'apps',
  summary: 'List the versions of a model, the draft first, then newest first; in pages of 100',
  query: paging,
  response: z.array(modelVersion),
  paged: true,
});

export const compareTwinModelVersions = defineRoute('GET /api/library/models/:id/differences', {
  access: 'apps',
  summary: 'Compare two versions of a model, part by part',
  query: z.object({
    from: idParameter.describe('`versionId` of the base version'),
    to: idParameter.describe('`versionId` of the version to compare with it'),
  }),
  response: z.array(partDifference),
});

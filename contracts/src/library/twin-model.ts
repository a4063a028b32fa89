import { z } from 'zod';
import { classification } from '../assets/taxonomy.ts';
import { listBody, paging } from '../core/list.ts';
import { id, idParameter, idParams, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { modelDefinition, partKinds } from './definition.ts';

const tag = 'Library';

/** Who sees a model: its maker; everybody of the tenant who opens Apps; other servers too. */
export const accessLevels = ['private', 'tenant', 'shared'] as const;
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

/** A model in the list, as its newest published version has it; as its draft has it before the first. */
export const twinModelSummary = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    active: z.boolean().describe('False: retired. No new twins are made of it'),
    taxonomyId: id.nullable().describe('The category, class or type of asset that it is for'),
    ...classification.shape,
    author: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    accessLevel: z.enum(accessLevels),
    isStarter: z.boolean().describe('Loaded with the tenant'),
    ...versionNumber,
    draftVersionId: id.nullable().describe('Null where it has no draft'),
    twinCount: number.describe('Twins that were made of it'),
    outdatedCount: number.describe('Those of them at another version than the newest published one'),
    mayEdit: z.boolean(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TwinModelSummary' });
export type TwinModelSummary = z.infer<typeof twinModelSummary>;

/** A model at one of its versions. */
export const twinModel = twinModelSummary
  .extend({
    notes: z.string().describe('Of the version: what it changes'),
    definition: modelDefinition,
    lastPartId: number.describe(
      'The highest id that a part has in any version. New parts get higher ones, so that the id of a removed part is not used again',
    ),
    version: version.describe(
      'Optimistic-lock version; counts up with every change of the model or its draft',
    ),
  })
  .meta({ id: 'TwinModel' });
export type TwinModel = z.infer<typeof twinModel>;

const facts = {
  name: requiredText(200),
  description: text(4000).default(''),
  taxonomyId: id.nullable().default(null).describe('The category, class or type of asset that it is for'),
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
      .describe('Whose parts it takes; null: it is empty'),
  })
  .meta({ id: 'NewTwinModel' });
export type NewTwinModel = z.infer<typeof newTwinModel>;

/** Facts change at once. A definition replaces that of the draft; a model without a draft gets one. */
export const twinModelChange = z
  .strictObject({
    ...facts,
    active: z.boolean().default(true),
    notes: text(4000).default('').describe('Of the draft'),
    definition: modelDefinition.optional().describe('Left out: it stays, and no draft is made'),
    version: version.describe('Of the model that was changed'),
  })
  .meta({ id: 'TwinModelChange' });
export type TwinModelChange = z.infer<typeof twinModelChange>;

export const listTwinModels = defineRoute({
  method: 'POST',
  path: '/api/library/models/filters',
  access: 'apps',
  tag,
  summary:
    'Models that the user may see. Fields: Id, Name, Description, Active, Category, Class, Type, Author, Manufacturer, Model, AccessLevel, State, DraftVersionId, TwinCount, OutdatedCount, UpdatedAt',
  query: paging,
  body: listBody,
  response: z.array(twinModelSummary),
  paged: true,
});

export const getTwinModel = defineRoute({
  method: 'GET',
  path: '/api/library/models/:id',
  access: 'apps',
  tag,
  summary: 'One model at its newest published version, or at any other; before the first, at its draft',
  params: idParams,
  query: z.object({ versionId: idParameter.optional() }),
  response: twinModel,
});

export const listModelsForAsset = defineRoute({
  method: 'GET',
  path: '/api/assets/:id/models',
  access: 'write:twin',
  tag,
  summary:
    'Published models for the type, class or category of an asset without a twin, at most five: those for its type first, then those with the most twins',
  params: idParams,
  response: z.array(twinModelSummary),
});

export const createTwinModel = defineRoute({
  method: 'POST',
  path: '/api/library/models',
  access: 'write:library-model',
  tag,
  summary: 'Create a model: empty, of a twin, or of another model’s version. It begins as a draft',
  body: newTwinModel,
  status: 201,
  response: twinModel,
});

export const updateTwinModel = defineRoute({
  method: 'PUT',
  path: '/api/library/models/:id',
  access: 'write:library-model',
  tag,
  summary: 'Change a model; its definition becomes the one draft. Answers the draft, if there is one',
  params: idParams,
  body: twinModelChange,
  bodyLimit: 8 * 1024 * 1024,
  response: twinModel,
});

export const deleteTwinModel = defineRoute({
  method: 'DELETE',
  path: '/api/library/models/:id',
  access: 'write:library-model',
  tag,
  summary: 'Delete a model with all its versions; refused while twins are made of it',
  params: idParams,
  status: 204,
});

export const deleteTwinModelDraft = defineRoute({
  method: 'DELETE',
  path: '/api/library/models/:id/draft',
  access: 'write:library-model',
  tag,
  summary: 'Discard the draft of a model that has a published version',
  params: idParams,
  status: 204,
});

export const versionLevels = ['major', 'minor', 'patch'] as const;
export type VersionLevel = (typeof versionLevels)[number];

/** Something in a definition that keeps it from being published, with its place. */
export const definitionProblem = z
  .object({
    kind: z.enum(partKinds).nullable().describe('Null: the definition itself'),
    id: id.nullable().describe('Of the part'),
    part: z.string().describe('Its name'),
    field: z.string(),
    message: z.string(),
  })
  .meta({ id: 'DefinitionProblem' });
export type DefinitionProblem = z.infer<typeof definitionProblem>;

/** A difference of one field. A value is as the definition has it. */
export const fieldDifference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const partDifference = z
  .object({
    kind: z.enum(partKinds).nullable().describe('Null: fields of the definition itself'),
    id: id.nullable(),
    name: z.string().describe('Of a renamed part its newer name'),
    parent: z.string().nullable().describe('Of a threshold: the name of its indicator'),
    change: z.enum(['added', 'removed', 'changed']),
    fields: z.array(fieldDifference).describe('Of a part that is changed'),
  })
  .meta({ id: 'PartDifference' });
export type PartDifference = z.infer<typeof partDifference>;

export const getDraftState = defineRoute({
  method: 'GET',
  path: '/api/library/models/:id/draft',
  access: 'apps',
  tag,
  summary:
    'What the draft changes, the version number that is proposed for it, and what keeps it from being published',
  params: idParams,
  response: z
    .object({
      differences: z.array(partDifference),
      proposed: z
        .enum(versionLevels)
        .describe('major: removed or renamed; minor: added; patch: texts or values'),
      problems: z.array(definitionProblem),
    })
    .meta({ id: 'DraftState' }),
});

export const twinModelPublication = z
  .strictObject({
    level: z.enum(versionLevels).optional().describe('Left out: as proposed; the first version is 1.0.0'),
    notes: text(4000).default('').describe('Left out: those of the draft'),
    version: version.describe('Of the model whose draft was seen'),
  })
  .meta({ id: 'TwinModelPublication' });
export type TwinModelPublication = z.infer<typeof twinModelPublication>;

export const publishTwinModel = defineRoute({
  method: 'POST',
  path: '/api/library/models/:id/publish',
  access: 'write:library-model',
  tag,
  summary: 'Publish the draft as the next major, minor or patch version; the first is 1.0.0',
  params: idParams,
  body: twinModelPublication,
  response: twinModel,
});

export const modelVersion = z
  .object({
    ...versionNumber,
    notes: z.string(),
    publishedAt: z.iso.datetime().nullable(),
    publishedBy: z.string().nullable().describe('User name; null for a draft, or once the user is deleted'),
    twinCount: number,
  })
  .meta({ id: 'TwinModelVersion' });
export type TwinModelVersion = z.infer<typeof modelVersion>;

export const listTwinModelVersions = defineRoute({
  method: 'GET',
  path: '/api/library/models/:id/versions',
  access: 'apps',
  tag,
  summary: 'The versions of a model, the draft first, then the newest first; pages of 100',
  params: idParams,
  query: paging,
  response: z.array(modelVersion),
  paged: true,
});

export const compareTwinModelVersions = defineRoute({
  method: 'GET',
  path: '/api/library/models/:id/differences',
  access: 'apps',
  tag,
  summary: 'How two versions of a model differ, part by part',
  params: idParams,
  query: z.object({ from: idParameter.describe('A versionId'), to: idParameter.describe('A versionId') }),
  response: z.array(partDifference),
});

import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { modelDefinition } from './definition.ts';
import { twinModel } from './twin-model.ts';

/**
 * Twin models of other installations: those that this one shares, and those that it imports over a connection of type
 * Twinward.
 */

const defineRoute = routeGroup('Library');
const number = z.number().int().nonnegative();

/** A shared model at its newest published version. */
export const sharedModel = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    class: z.array(z.string()).describe('Captions of its category, class and type, if it has them'),
    author: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    major: number,
    minor: number,
    patch: number,
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SharedTwinModel' });
export type SharedModel = z.infer<typeof sharedModel>;

export const sharedModelVersion = sharedModel
  .extend({ notes: z.string(), definition: modelDefinition })
  .meta({ id: 'SharedTwinModelVersion' });
export type SharedModelVersion = z.infer<typeof sharedModelVersion>;

export const listSharedModels = defineRoute('GET /api/shared/models', {
  access: 'connections',
  connection: true,
  tag: 'Sharing',
  summary:
    'List the published twin models whose access is shared, with the token of a connection; at most 1,000',
  response: z.array(sharedModel),
});

export const getSharedModel = defineRoute('GET /api/shared/models/:modelId', {
  access: 'connections',
  connection: true,
  tag: 'Sharing',
  summary: 'Get a shared twin model at its newest published version',
  response: sharedModelVersion,
});

export const remoteModel = sharedModel
  .extend({
    takenAs: id
      .nullable()
      .describe('Id of the model in this installation that was imported from it; null if none'),
    state: z
      .enum(['new', 'current', 'newer'])
      .describe('newer: there is a newer version than the imported one'),
  })
  .meta({ id: 'RemoteTwinModel' });
export type RemoteModel = z.infer<typeof remoteModel>;

export const listRemoteModels = defineRoute('GET /api/library/remote/:connectionId/models', {
  access: 'write:library-model',
  summary: 'List the models that the installation of a connection shares, and which of them are imported',
  response: z.array(remoteModel),
});

export const getRemoteModel = defineRoute('GET /api/library/remote/:connectionId/models/:modelId', {
  access: 'write:library-model',
  summary: 'Get a model that another installation shares, before it is imported',
  response: sharedModelVersion,
});

export const takeRemoteModel = defineRoute('POST /api/library/remote/:connectionId/models/:modelId', {
  access: 'write:library-model',
  summary:
    'Import a model of another installation with its version; if it was imported before, only its newest version is added',
  response: twinModel,
});

import { z } from 'zod';
import { listCall, paging } from '../core/list.ts';
import { identifier, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { recordReference } from './link.ts';
import { typeName } from './relationship.ts';

const defineRoute = routeGroup('Structures');

/** The name of the standard structure: locations and their assets. */
export const standardStructure = 'location';

/** The name of a structure in a query string; the standard structure by default. */
export const structureParameter = z.string().max(100).default(standardStructure);

const relationshipOfStructure = {
  name: z.string().max(100),
  caption: z.string(),
  fromType: z.string(),
  toType: z.string(),
};

const changeable = {
  caption: requiredText(100),
  description: text(500).default(''),
  relationships: z
    .array(
      z.union([
        relationshipOfStructure.name,
        // As in responses.
        z.strictObject(relationshipOfStructure).transform(({ name }) => name),
      ]),
    )
    .min(1, 'Please choose a relationship.')
    .max(20)
    .describe('Names of relationships, in order. If several give a record a parent, the first applies'),
};

export const newStructure = z
  .strictObject({ name: identifier(60), ...changeable })
  .meta({ id: 'NewStructure' });
export type NewStructure = z.infer<typeof newStructure>;

export const structureChange = z
  .strictObject({ ...changeable, version: version.describe('Version of the structure that you edited') })
  .meta({ id: 'StructureChange' });
export type StructureChange = z.infer<typeof structureChange>;

export const structure = z
  .object({
    name: z.string(),
    caption: z.string(),
    description: z.string(),
    standard: z.boolean().describe('Whether it is built in and locked'),
    relationships: z.array(z.object(relationshipOfStructure)),
    version,
  })
  .meta({ id: 'Structure' });
export type Structure = z.infer<typeof structure>;

/** A node in the tree of a structure. */
export const structureNode = recordReference
  .extend({
    isEquipment: z
      .boolean()
      .nullable()
      .describe('Whether the asset is equipment; null for records that are not assets'),
    childCount: z.number().int().describe('Number of children'),
  })
  .meta({ id: 'StructureNode' });
export type StructureNode = z.infer<typeof structureNode>;

const nameParams = z.object({ name: z.string().max(100) });

export const listStructures = defineRoute('POST /api/structures/filters', {
  access: 'apps',
  summary: 'List the structures. Fields: Name, Caption, Description, Standard',
  ...listCall,
  response: z.array(structure),
});

export const getStructure = defineRoute('GET /api/structures/:name', {
  access: 'apps',
  summary: 'Get a structure',
  response: structure,
});

export const createStructure = defineRoute('POST /api/structures', {
  access: 'system',
  summary: 'Create a structure. Refused if the relationships would make a record its own ancestor',
  body: newStructure,
  status: 201,
  response: structure,
});

export const updateStructure = defineRoute('PUT /api/structures/:name', {
  access: 'system',
  summary: 'Update a structure. Returns 409 with the current structure if the version is outdated',
  body: structureChange,
  response: structure,
});

export const deleteStructure = defineRoute('DELETE /api/structures/:name', {
  access: 'system',
  summary: 'Delete a structure that is not built in. Links and records are kept',
});

export const listStructureChildren = defineRoute('GET /api/structures/:name/children', {
  access: 'apps',
  summary:
    'List the children of a record in a structure, or the records at the top level: locations first, by title',
  query: paging.extend({ type: typeName.default('asset'), id: idParameter.optional() }),
  response: z.array(structureNode),
  paged: true,
});

export const listStructureAncestors = defineRoute('GET /api/structures/:name/ancestors/:type/:id', {
  access: 'apps',
  summary: 'List a record of a structure with its ancestors, from the root down to the record',
  params: nameParams.extend({ type: typeName, id: idParameter }),
  response: z.array(recordReference),
});

export const chosenStructure = z.strictObject({ name: z.string().max(100) }).meta({ id: 'ChosenStructure' });
export type ChosenStructure = z.infer<typeof chosenStructure>;

export const getChosenStructure = defineRoute('GET /api/settings/user/structure', {
  access: 'signed-in',
  summary: 'Get the structure that the user chose for trees and locations; the standard one by default',
  response: chosenStructure,
});

export const setChosenStructure = defineRoute('POST /api/settings/user/structure', {
  access: 'signed-in',
  summary: 'Choose the structure for trees and locations of the user',
  body: chosenStructure,
  response: chosenStructure,
});

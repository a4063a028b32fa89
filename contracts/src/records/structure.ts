import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { identifier, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { recordReference } from './link.ts';
import { typeName } from './relationship.ts';

/** The name of the standard structure: locations, and the assets that stand in them. */
export const standardStructure = 'location';

/** Structure names in a query string: the standard structure unless given. */
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
        // As they are read.
        z.strictObject(relationshipOfStructure).transform(({ name }) => name),
      ]),
    )
    .min(1, 'Please choose a relationship.')
    .max(20)
    .describe('Names, in order. Where several place a record, the first counts'),
};

export const newStructure = z
  .strictObject({ name: identifier(60), ...changeable })
  .meta({ id: 'NewStructure' });
export type NewStructure = z.infer<typeof newStructure>;

export const structureChange = z
  .strictObject({ ...changeable, version: version.describe('Of the structure that was changed') })
  .meta({ id: 'StructureChange' });
export type StructureChange = z.infer<typeof structureChange>;

export const structure = z
  .object({
    name: z.string(),
    caption: z.string(),
    description: z.string(),
    standard: z.boolean().describe('Part of the product, and locked'),
    relationships: z.array(z.object(relationshipOfStructure)),
    version,
  })
  .meta({ id: 'Structure' });
export type Structure = z.infer<typeof structure>;

/** A line of the tree of a structure. */
export const structureNode = recordReference
  .extend({
    isEquipment: z.boolean().nullable().describe('Null for a record that is no asset'),
    childCount: z.number().int().describe('How many stand directly below it'),
  })
  .meta({ id: 'StructureNode' });
export type StructureNode = z.infer<typeof structureNode>;

const nameParams = z.object({ name: z.string().max(100) });

export const listStructures = defineRoute({
  method: 'POST',
  path: '/api/structures/filters',
  access: 'apps',
  tag: 'Structures',
  summary: 'Structures. Fields: Name, Caption, Description, Standard',
  query: paging,
  body: listBody,
  response: z.array(structure),
  paged: true,
});

export const getStructure = defineRoute({
  method: 'GET',
  path: '/api/structures/:name',
  access: 'apps',
  tag: 'Structures',
  summary: 'One structure',
  params: nameParams,
  response: structure,
});

export const createStructure = defineRoute({
  method: 'POST',
  path: '/api/structures',
  access: 'system',
  tag: 'Structures',
  summary: 'Add a structure. Relationships by which a record would stand below itself are refused',
  body: newStructure,
  status: 201,
  response: structure,
});

export const updateStructure = defineRoute({
  method: 'PUT',
  path: '/api/structures/:name',
  access: 'system',
  tag: 'Structures',
  summary: 'Change a structure; a conflict answers with the structure as it is now',
  params: nameParams,
  body: structureChange,
  response: structure,
});

export const deleteStructure = defineRoute({
  method: 'DELETE',
  path: '/api/structures/:name',
  access: 'system',
  tag: 'Structures',
  summary: 'Delete a structure that is not standard; links and records stay',
  params: nameParams,
  status: 204,
});

export const listStructureChildren = defineRoute({
  method: 'GET',
  path: '/api/structures/:name/children',
  access: 'apps',
  tag: 'Structures',
  summary: 'What stands directly below a record of a structure, or at its top: locations first, by title',
  params: nameParams,
  query: paging.extend({ type: typeName.default('asset'), id: idParameter.optional() }),
  response: z.array(structureNode),
  paged: true,
});

export const listStructureAncestors = defineRoute({
  method: 'GET',
  path: '/api/structures/:name/ancestors/:type/:id',
  access: 'apps',
  tag: 'Structures',
  summary: 'A record of a structure and what stands above it, from the root down to the record',
  params: nameParams.extend({ type: typeName, id: idParameter }),
  response: z.array(recordReference),
});

export const chosenStructure = z.strictObject({ name: z.string().max(100) }).meta({ id: 'ChosenStructure' });
export type ChosenStructure = z.infer<typeof chosenStructure>;

export const getChosenStructure = defineRoute({
  method: 'GET',
  path: '/api/settings/user/structure',
  access: 'signed-in',
  tag: 'Structures',
  summary: 'The structure that trees and locations follow for the user; the standard one unless chosen',
  response: chosenStructure,
});

export const setChosenStructure = defineRoute({
  method: 'POST',
  path: '/api/settings/user/structure',
  access: 'signed-in',
  tag: 'Structures',
  summary: 'Choose the structure that trees and locations follow for the user',
  body: chosenStructure,
  response: chosenStructure,
});

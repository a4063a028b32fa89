import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { identifier, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

export const cardinalities = ['one-one', 'one-many', 'many-many'] as const;
export type Cardinality = (typeof cardinalities)[number];

export const deletionRules = ['block', 'unlink'] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** The name of the standard relationship by which assets stand in locations. */
export const assetLocation = 'asset-location';

/** A record type by its identifier. */
export const typeName = z.string().min(1, 'Required.').max(100);

const deletionRule = (side: 'from' | 'to') =>
  z
    .enum(deletionRules, 'Please choose block or unlink.')
    .describe(`What happens when a linked record of ${side}Type is deleted`);

/** What can be changed of a relationship. Its types stay as they are. */
const changeable = {
  caption: requiredText(100),
  description: text(500).default(''),
  cardinality: z
    .enum(cardinalities, 'Please choose one-one, one-many or many-many.')
    .describe('one-many: a record of toType is linked to at most one of fromType'),
  fromCaption: requiredText(100).describe('Heads the linked records on a record of fromType'),
  toCaption: requiredText(100).describe('Heads the linked records on a record of toType'),
  fromOnDelete: deletionRule('from').default('unlink'),
  toOnDelete: deletionRule('to').default('unlink'),
};

export const newRelationship = z
  .strictObject({ name: identifier(60), fromType: typeName, toType: typeName, ...changeable })
  .meta({ id: 'NewRelationship' });
export type NewRelationship = z.infer<typeof newRelationship>;

export const relationshipChange = z
  .strictObject({ ...changeable, version: version.describe('Of the relationship that was changed') })
  .meta({ id: 'RelationshipChange' });
export type RelationshipChange = z.infer<typeof relationshipChange>;

export const relationship = z
  .object({
    name: z.string(),
    caption: z.string(),
    description: z.string(),
    fromType: z.string(),
    toType: z.string(),
    cardinality: z.enum(cardinalities),
    fromCaption: z.string(),
    toCaption: z.string(),
    fromOnDelete: z.enum(deletionRules),
    toOnDelete: z.enum(deletionRules),
    standard: z.boolean().describe('Part of the product, and locked'),
    linkCount: z.number().int().describe('How many links there are'),
    structures: z.array(z.string()).describe('The structures that it is a part of, by caption'),
    version,
  })
  .meta({ id: 'Relationship' });
export type Relationship = z.infer<typeof relationship>;

const nameParams = z.object({ name: z.string().max(100) });

export const listRelationships = defineRoute({
  method: 'POST',
  path: '/api/relationships/filters',
  access: 'recordTypes',
  tag: 'Relationships',
  summary:
    'Relationships. Fields: Name, Caption, Description, FromType, ToType, Cardinality, Standard, LinkCount',
  query: paging,
  body: listBody,
  response: z.array(relationship),
  paged: true,
});

export const getRelationship = defineRoute({
  method: 'GET',
  path: '/api/relationships/:name',
  access: 'recordTypes',
  tag: 'Relationships',
  summary: 'One relationship',
  params: nameParams,
  response: relationship,
});

export const createRelationship = defineRoute({
  method: 'POST',
  path: '/api/relationships',
  access: 'recordTypes',
  tag: 'Relationships',
  summary: 'Add a relationship between two record types',
  body: newRelationship,
  status: 201,
  response: relationship,
});

export const updateRelationship = defineRoute({
  method: 'PUT',
  path: '/api/relationships/:name',
  access: 'recordTypes',
  tag: 'Relationships',
  summary:
    'Change a relationship. A narrower cardinality is refused while links exceed it; a conflict answers with the relationship as it is now',
  params: nameParams,
  body: relationshipChange,
  response: relationship,
});

export const deleteRelationship = defineRoute({
  method: 'DELETE',
  path: '/api/relationships/:name',
  access: 'recordTypes',
  tag: 'Relationships',
  summary: 'Delete a relationship that has no links, is in no structure and is not standard',
  params: nameParams,
  status: 204,
});

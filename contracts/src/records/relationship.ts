import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { identifier, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Relationships');

export const cardinalities = ['one-one', 'one-many', 'many-many'] as const;
export type Cardinality = (typeof cardinalities)[number];

export const deletionRules = ['block', 'unlink'] as const;
export type DeletionRule = (typeof deletionRules)[number];

/** A record type by its identifier. */
export const typeName = z.string().min(1, 'Required.').max(100);

const deletionRule = (side: 'from' | 'to') =>
  z
    .enum(deletionRules, 'Please choose block or unlink.')
    .describe(`What happens when a linked record of ${side}Type is deleted`);

/** The changeable properties of a relationship. Its types can't be changed. */
const changeable = {
  caption: requiredText(100),
  description: text(500).default(''),
  cardinality: z
    .enum(cardinalities, 'Please choose one-one, one-many or many-many.')
    .describe('Cardinality; with one-many, a record of toType is linked to at most one record of fromType'),
  fromCaption: requiredText(100).describe('Heading of the linked records on a record of fromType'),
  toCaption: requiredText(100).describe('Heading of the linked records on a record of toType'),
  fromOnDelete: deletionRule('from').default('unlink'),
  toOnDelete: deletionRule('to').default('unlink'),
};

export const newRelationship = z
  .strictObject({ name: identifier(60), fromType: typeName, toType: typeName, ...changeable })
  .meta({ id: 'NewRelationship' });
export type NewRelationship = z.infer<typeof newRelationship>;

export const relationshipChange = z
  .strictObject({ ...changeable, version: version.describe('Version of the relationship that you edited') })
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
    standard: z.boolean().describe('Whether it is built in and locked'),
    linkCount: z.number().int().describe('Number of links'),
    structures: z.array(z.string()).describe('Captions of the structures that use it'),
    version,
  })
  .meta({ id: 'Relationship' });
export type Relationship = z.infer<typeof relationship>;

export const listRelationships = defineRoute('POST /api/relationships/filters', {
  access: 'recordTypes',
  summary:
    'List the relationships. Fields: Name, Caption, Description, FromType, ToType, Cardinality, Standard, LinkCount',
  ...listCall,
  response: z.array(relationship),
});

export const getRelationship = defineRoute('GET /api/relationships/:name', {
  access: 'recordTypes',
  summary: 'Get a relationship',
  response: relationship,
});

export const createRelationship = defineRoute('POST /api/relationships', {
  access: 'recordTypes',
  summary: 'Create a relationship between two record types',
  body: newRelationship,
  status: 201,
  response: relationship,
});

export const updateRelationship = defineRoute('PUT /api/relationships/:name', {
  access: 'recordTypes',
  summary:
    'Update a relationship. A narrower cardinality is refused if existing links exceed it. Returns 409 with the current relationship if the version is outdated',
  body: relationshipChange,
  response: relationship,
});

export const deleteRelationship = defineRoute('DELETE /api/relationships/:name', {
  access: 'recordTypes',
  summary: 'Delete a relationship that has no links, is in no structure and is not built in',
});

import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { id, idParameter, idsParameter, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { cardinalities, deletionRules, typeName } from './relationship.ts';

export const linkSides = ['from', 'to'] as const;
/** The side of a relationship on which a record stands. */
export type LinkSide = (typeof linkSides)[number];

/** A record by its type and id, with its title. */
export const recordReference = z
  .object({
    type: z.string(),
    id,
    title: z.string(),
    detail: z.string().nullable().describe('Distinguishes records of one title'),
    twinId: id.nullable().describe('The twin on whose pages the record is shown'),
    assetId: id.nullable(),
  })
  .meta({ id: 'RecordReference' });
export type RecordReference = z.infer<typeof recordReference>;

/** A relationship as it is seen from one record. */
export const linkPanel = z
  .object({
    relationship: z.string(),
    side: z.enum(linkSides).describe('The side on which the record stands'),
    caption: z.string().describe('Heads the linked records'),
    type: z.string().describe('The type of the linked records'),
    cardinality: z.enum(cardinalities),
    takesOne: z.boolean().describe('Whether the record is linked to one other at most'),
    onDelete: z.enum(deletionRules).describe('What happens when the record is deleted'),
    standard: z.boolean(),
    count: z.number().int(),
    canWrite: z.boolean().describe('Whether the user may link and unlink'),
  })
  .meta({ id: 'LinkPanel' });
export type LinkPanel = z.infer<typeof linkPanel>;

export const linkedRecord = recordReference
  .extend({ linkId: id, linkedAt: z.iso.datetime() })
  .meta({ id: 'LinkedRecord' });
export type LinkedRecord = z.infer<typeof linkedRecord>;

export const linkCandidate = recordReference
  .extend({
    takenBy: z.string().nullable().describe('The record to which it is linked and that excludes this link'),
  })
  .meta({ id: 'LinkCandidate' });
export type LinkCandidate = z.infer<typeof linkCandidate>;

export const link = z.object({ id, relationship: z.string(), fromId: id, toId: id }).meta({ id: 'Link' });
export type Link = z.infer<typeof link>;

export const newLinks = z
  .strictObject({
    relationship: z.string().max(100),
    links: z
      .array(z.strictObject({ fromId: id, toId: id }))
      .min(1)
      .max(1000),
  })
  .meta({ id: 'NewLinks' });
export type NewLinks = z.infer<typeof newLinks>;

const recordParams = z.object({ type: typeName, id: idParameter });
const panelParams = recordParams.extend({
  relationship: z.string().max(100),
  side: z.enum(linkSides).describe('The side on which the record stands'),
});

export const listLinkPanels = defineRoute({
  method: 'GET',
  path: '/api/links/:type/:id',
  access: 'signed-in',
  tag: 'Relationships',
  summary: 'The relationships of a record, each with how many records are linked to it',
  params: recordParams,
  response: z.array(linkPanel),
});

export const listLinkedRecords = defineRoute({
  method: 'POST',
  path: '/api/links/:type/:id/:relationship/:side/filters',
  access: 'signed-in',
  tag: 'Relationships',
  summary: 'Records linked to a record by a relationship. Fields: Id, Title, Detail, LinkedAt',
  params: panelParams,
  query: paging,
  body: listBody,
  response: z.array(linkedRecord),
  paged: true,
});

export const listLinkCandidates = defineRoute({
  method: 'POST',
  path: '/api/links/:type/:id/:relationship/:side/candidates/filters',
  access: 'signed-in',
  tag: 'Relationships',
  summary: 'Records that are not linked to a record by a relationship yet. Fields: Id, Title, Detail',
  params: panelParams,
  query: paging,
  body: listBody,
  response: z.array(linkCandidate),
  paged: true,
});

/** The maximum number of records that a search of references answers with. */
export const maximumReferences = 20;

export const listReferences = defineRoute({
  method: 'GET',
  path: '/api/references/:type',
  access: 'signed-in',
  tag: 'Records',
  summary: `Records of any type that a field may refer to: those with the ids, else ${maximumReferences} whose title or detail contains the text`,
  params: z.object({ type: typeName }),
  query: z.object({ id: idsParameter.optional(), text: text(100).default('') }),
  response: z.array(recordReference),
});

export const createLinks = defineRoute({
  method: 'POST',
  path: '/api/links',
  access: 'signed-in',
  tag: 'Relationships',
  summary: 'Link records by a relationship. Needs the right to write records of one of its two types',
  body: newLinks,
  status: 201,
  response: z.array(link),
});

export const removeLinks = defineRoute({
  method: 'POST',
  path: '/api/links/remove',
  access: 'signed-in',
  tag: 'Relationships',
  summary: 'Unlink records. Needs the right to write records of one of the two types of each link',
  body: z.strictObject({ ids: z.array(id).min(1).max(1000) }),
  status: 204,
});

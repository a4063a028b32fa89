import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, idParameter, idsParameter, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { cardinalities, deletionRules, typeName } from './relationship.ts';

const defineRoute = routeGroup('Relationships');

const linkSides = ['from', 'to'] as const;
/** The side of a relationship that a record is on. */
export type LinkSide = (typeof linkSides)[number];

/** A record, by type and id, with its title. */
export const recordReference = z
  .object({
    type: z.string(),
    id,
    title: z.string(),
    detail: z.string().nullable().describe('Detail that distinguishes records with the same title'),
    twinId: id.nullable().describe('Id of the twin whose pages show the record'),
    assetId: id.nullable(),
  })
  .meta({ id: 'RecordReference' });
export type RecordReference = z.infer<typeof recordReference>;

/** A relationship from the view of one record. */
export const linkPanel = z
  .object({
    relationship: z.string(),
    side: z.enum(linkSides).describe('Side of the relationship that the record is on'),
    caption: z.string().describe('Heading of the linked records'),
    type: z.string().describe('Type of the linked records'),
    cardinality: z.enum(cardinalities),
    takesOne: z.boolean().describe('Whether the record can be linked to at most one other record'),
    onDelete: z
      .enum(deletionRules)
      .describe(
        'Whether links prevent the deletion of the record (`block`) or are removed with it (`unlink`)',
      ),
    standard: z.boolean(),
    count: z.number().int(),
    canWrite: z.boolean().describe('Whether the user may create and remove links'),
  })
  .meta({ id: 'LinkPanel' });
export type LinkPanel = z.infer<typeof linkPanel>;

export const linkedRecord = recordReference
  .extend({ linkId: id, linkedAt: z.iso.datetime() })
  .meta({ id: 'LinkedRecord' });
export type LinkedRecord = z.infer<typeof linkedRecord>;

export const linkCandidate = recordReference
  .extend({
    takenBy: z
      .string()
      .nullable()
      .describe('Record to which it is already linked, which prevents this link; null if there is none'),
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
  side: z.enum(linkSides).describe('Side of the relationship that the record is on'),
});

export const listLinkPanels = defineRoute('GET /api/links/:type/:id', {
  access: 'signed-in',
  summary: 'List the relationships of a record with the number of linked records',
  params: recordParams,
  response: z.array(linkPanel),
});

export const listLinkedRecords = defineRoute('POST /api/links/:type/:id/:relationship/:side/filters', {
  access: 'signed-in',
  summary: 'List the records linked to a record by a relationship. Fields: Id, Title, Detail, LinkedAt',
  params: panelParams,
  ...listCall,
  response: z.array(linkedRecord),
});

export const listLinkCandidates = defineRoute(
  'POST /api/links/:type/:id/:relationship/:side/candidates/filters',
  {
    access: 'signed-in',
    summary:
      'List the records that are not linked to a record by a relationship yet. Fields: Id, Title, Detail',
    params: panelParams,
    ...listCall,
    response: z.array(linkCandidate),
  },
);

/** The maximum number of records that a search for references returns. */
export const maximumReferences = 20;

export const listReferences = defineRoute('GET /api/references/:type', {
  access: 'signed-in',
  tag: 'Records',
  summary: `Find records of any type that a field can refer to: those with the given ids, else ${maximumReferences} whose title or detail contains the text`,
  params: z.object({ type: typeName }),
  query: z.object({ id: idsParameter.optional(), text: text(100).default('') }),
  response: z.array(recordReference),
});

export const createLinks = defineRoute('POST /api/links', {
  access: 'signed-in',
  summary: 'Link records by a relationship. Requires the right to write records of one of its two types',
  body: newLinks,
  status: 201,
  response: z.array(link),
});

export const removeLinks = defineRoute('POST /api/links/remove', {
  access: 'signed-in',
  summary: 'Unlink records. Requires the right to write records of one of the two types of each link',
  body: z.strictObject({ ids: z.array(id).min(1).max(1000) }),
});

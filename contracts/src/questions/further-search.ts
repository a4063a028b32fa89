import { z } from 'zod';
import { filter } from '../core/list.ts';
import { id, integerBetween } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Search');

/** Kinds of records that are not in the search index, in display order. */
const furtherKinds = [
  'protection',
  'advisory',
  'failure-mode',
  'work',
  'query',
  'connection',
  'webhook',
  'record-type',
  'relationship',
  'list',
  'user',
  'group',
  'service-account',
] as const;

const furtherKind = z.enum(furtherKinds);
export type FurtherKind = z.infer<typeof furtherKind>;

export const furtherResult = z
  .object({
    kind: furtherKind,
    key: z.string().describe('Id of the record, or its name for configuration addressed by name'),
    name: z.string(),
    detail: z.string().describe('Detail that distinguishes records with the same name'),
    twinId: id.nullable(),
  })
  .meta({ id: 'FurtherResult' });
export type FurtherResult = z.infer<typeof furtherResult>;

export const searchFurther = defineRoute('POST /api/search/further', {
  access: 'signed-in',
  reads: true,
  summary:
    'Search the names of records that are not in the search index, such as protections, work and users. Returns the first results of each kind that the caller may open, those that begin with the text first. Field: SearchText',
  body: z.strictObject({ filters: z.array(filter).max(100), ofEach: integerBetween(1, 50).default(5) }),
  response: z.array(furtherResult),
});

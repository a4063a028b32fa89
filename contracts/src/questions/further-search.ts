import { z } from 'zod';
import { filter } from '../core/list.ts';
import { id, integerBetween } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** The kinds of records without entries of the search, in the order in which they are shown. */
export const furtherKinds = [
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
    key: z.string().describe('Its id; of configuration that is addressed by name, its name'),
    name: z.string(),
    detail: z.string().describe('Distinguishes it from others of that name'),
    twinId: id.nullable(),
  })
  .meta({ id: 'FurtherResult' });
export type FurtherResult = z.infer<typeof furtherResult>;

export const searchFurther = defineRoute({
  method: 'POST',
  path: '/api/search/further',
  access: 'signed-in',
  reads: true,
  tag: 'Search',
  summary:
    'The first results of each kind that the search by words has no entries of, such as protections, work and users, by their names; only the kinds that the caller may open. Names that begin with what is searched come first. Field: SearchText',
  body: z.strictObject({ filters: z.array(filter).max(100), ofEach: integerBetween(1, 50).default(5) }),
  response: z.array(furtherResult),
});

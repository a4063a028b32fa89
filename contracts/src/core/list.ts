import { z } from 'zod';
import { integerBetween } from './primitives.ts';

/** The request of a list: filters, groups of filters, sorts and pages, the same for every list. */

export const comparisons = [
  'EqualTo',
  'NotEqualTo',
  'LessThan',
  'LessThanEqualTo',
  'GreaterThan',
  'GreaterThanEqualTo',
  'Contains',
  'StartsWith',
  'In',
  'IsNull',
  'IsNotNull',
] as const;
export type Comparison = (typeof comparisons)[number];

/** C text, N number, D date and time (ISO 8601), B true or false. */
export const dataTypes = ['C', 'N', 'D', 'B'] as const;
export type DataType = (typeof dataTypes)[number];

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);
export type FilterValue = z.infer<typeof scalar>;

export interface FieldFilter {
  field: string;
  operator: Comparison;
  value?: FilterValue | FilterValue[] | undefined;
  dataType?: DataType | undefined;
}
interface GroupFilter {
  operator: 'GroupAnd' | 'GroupOr';
  filters: Filter[];
}
export type Filter = FieldFilter | GroupFilter;

const fieldFilter: z.ZodType<FieldFilter, FieldFilter> = z.strictObject({
  field: z.string().min(1).max(100),
  operator: z.enum(comparisons),
  value: z.union([scalar, z.array(scalar).max(1000)]).optional(),
  dataType: z.enum(dataTypes).optional(),
});
const groupFilter: z.ZodType<GroupFilter, GroupFilter> = z.lazy(() =>
  z.strictObject({ operator: z.enum(['GroupAnd', 'GroupOr']), filters: z.array(filter).max(100) }),
);
export const filter: z.ZodType<Filter, Filter> = z
  .lazy(() => z.union([fieldFilter, groupFilter]))
  .meta({ id: 'Filter' });

export const sort = z
  .strictObject({ field: z.string().min(1).max(100), direction: z.enum(['Ascending', 'Descending']) })
  .meta({ id: 'Sort' });
export type Sort = z.infer<typeof sort>;

/** The body of every list call. All filters must match. */
export const listBody = z
  .strictObject({ filters: z.array(filter).max(100).default([]), sorts: z.array(sort).max(10).default([]) })
  .meta({ id: 'List' });
export type ListBody = z.infer<typeof listBody>;

/** An example body of a list call: records whose field begins with a value, sorted by it. */
export const listExample = (field: string, value: string): z.input<typeof listBody> => ({
  filters: [{ field, operator: 'StartsWith', value }],
  sorts: [{ field, direction: 'Ascending' }],
});

const count = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Please enter an integer.')
    .default(String(fallback))
    .transform(Number)
    .pipe(integerBetween(1, max));

export const maximumPageSize = 1000;

/**
 * Page numbers start at 1.
 * @param pageSize the default number of records of a page
 */
export const createPaging = (pageSize: number) =>
  z.object({ 'page-number': count(1, 1_000_000), 'page-size': count(pageSize, maximumPageSize) });
export const paging = createPaging(100);
export type Paging = z.infer<typeof paging>;

/** What the calls of lists have in common: filters and sorts in the body, the page in the query, the total in a header. */
export const listCall = { query: paging, body: listBody, paged: true } as const;

/** The response header of a list with the total number of matching records. */
export const totalHeader = 'x-paging-total-records';

/** The response header of a list that is `true` if more records match than the total says. */
export const cappedHeader = 'x-paging-total-capped';

/** The body and query of a list call in one object. */
export interface ListRequest extends ListBody {
  pageNumber: number;
  pageSize: number;
}
export interface Page<T> {
  records: T[];
  total: number;
  /** Whether more records match than `total`, because counting all would take too long. */
  capped?: boolean;
}

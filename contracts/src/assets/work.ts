import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { columns, drawnSpan, range } from '../core/drawn-span.ts';
import { createPaging, filter, listBody, listExample } from '../core/list.ts';
import { listFormats } from '../core/list-export.ts';
import {
  id,
  idsParameter,
  isoDuration,
  requiredText,
  text,
  time,
  version,
  wholeDollars,
} from '../core/primitives.ts';
import { recordSource } from '../core/record-source.ts';
import { routeGroup } from '../core/route.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { failureCause, failureMechanism } from './failure-code.ts';
import { workLifeCycleState } from './life-cycle.ts';

const defineRoute = routeGroup('Work');

/** Kinds of maintenance by ISO 14224. Only corrective work indicates a failure. */
export const workKinds = [
  'corrective',
  'preventive',
  'condition-based',
  'inspection',
  'modification',
  'other',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** Work done or planned, recorded under a tag of type work. */
export const work = z
  .object({
    id,
    tagId: id,
    tagName: z.string(),
    twinId: id
      .nullable()
      .describe('Id of the first twin with an input of type work that is mapped to the tag; null if none'),
    tagAliasId: id.nullable().describe('Id of that input'),
    number: z.string().nullable().describe('Order number; unique under its tag'),
    name: z.string(),
    description: z.string(),
    kind: z.enum(workKinds),
    duration: isoDuration.nullable().describe('Actual or planned duration'),
    cost: z.number().int().nullable().describe('Cost in whole dollars'),
    resource: z.string().describe('Person or equipment that does the work'),
    failureMechanism: z.string().nullable().describe('Code of ISO 14224, table B.2'),
    failureCause: z.string().nullable().describe('Code of ISO 14224, table B.3'),
    planned: z.iso.datetime().nullable(),
    start: z.iso.datetime().nullable(),
    completed: z.iso.datetime().nullable(),
    lifeCycleState: z.null().describe('Always null, which means that it exists'),
    source: recordSource,
    ...furtherFields,
    version: version.describe('Optimistic-lock version; increases with every change'),
  })
  .meta({ id: 'Work' });
export type Work = z.infer<typeof work>;

const writable = {
  number: requiredText(100).nullable().default(null),
  name: requiredText(200),
  description: text(4000).default(''),
  kind: z.enum(workKinds, 'Please choose the kind of work.'),
  duration: isoDuration.nullable().default(null),
  cost: wholeDollars.nullable().default(null),
  resource: text(100).default(''),
  failureMechanism,
  failureCause,
  planned: time.nullable().default(null),
  start: time.nullable().default(null),
  completed: time.nullable().default(null),
  lifeCycleState: workLifeCycleState,
  ...furtherChanges,
};

/** New work. */
export const newWork = z.strictObject({ tagId: id, ...writable }).meta({ id: 'NewWork' });
export type NewWork = z.infer<typeof newWork>;

/** Changed work; the tag cannot change. */
export const workChange = z
  .strictObject({ ...writable, version: version.describe('Version that the change is based on') })
  .meta({ id: 'WorkChange' });
export type WorkChange = z.infer<typeof workChange>;

const fields = `Fields: Id, TagId, TagName, Number, Name, Kind, Resource, Cost, FailureMechanism, FailureCause, Planned, Start, Completed${furtherFilter}`;

export const listTagWork = defineRoute('POST /api/tags/:tagId/work/filters', {
  access: 'apps',
  summary: `List the work of a tag, latest start first. ${fields}`,
  query: createPaging(100),
  body: listBody,
  response: z.array(work),
  paged: true,
});

export const listWork = defineRoute('POST /api/work/filters', {
  access: 'apps',
  summary: `List all work, latest start first. ${fields}`,
  query: createPaging(100),
  body: listBody,
  example: listExample('Name', 'Replace'),
  response: z.array(work),
  paged: true,
});

/** The totals of a list of work. Unknown durations and costs are not counted. */
export const workTotals = z
  .object({
    count: z.number().int(),
    completed: z.number().int().describe('Number of completed work items'),
    failures: z.number().int().describe('Number of completed corrective work items'),
    cost: z.number().describe('Cost in whole dollars'),
    duration: isoDuration.describe(
      'Total of the durations; an item without one counts from start to completion',
    ),
  })
  .meta({ id: 'WorkTotals' });
export type WorkTotals = z.infer<typeof workTotals>;

export const totalWork = defineRoute('POST /api/work/totals', {
  access: 'apps',
  reads: true,
  summary: 'Get the totals of a list of work, over all pages',
  body: z.strictObject({ filters: z.array(filter).max(100).default([]) }),
  response: workTotals,
});

export const oldestWork = defineRoute('POST /api/tags/work/oldest', {
  access: 'apps',
  reads: true,
  summary:
    'Get the time of the oldest work of the tags: its start, or else its completion, or else its planned time',
  body: z.array(id).min(1, 'Please give at least one tag.').max(1000),
  response: z.object({ time: z.iso.datetime().nullable() }),
});

const drawnTags = {
  id: idsParameter.describe('Ids of tags of type work; repeat the parameter for several ids'),
  ...range,
  completed: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('true for completed work only'),
};

/**
 * The work of a tag in a chart: from its start, or else its completion, or else its planned time, to its completion.
 */
export const workSpans = z
  .object({ tagId: id, spans: z.array(drawnSpan).describe('Sorted by start') })
  .meta({ id: 'WorkSpans' });
export type WorkSpans = z.infer<typeof workSpans>;

export const getWorkSpans = defineRoute('GET /api/tags/work/spans', {
  access: 'apps',
  summary: 'Get the work of tags for a chart: at most one span per tag and column',
  query: z.object({ ...drawnTags, columns }),
  response: z.array(workSpans),
});

export const workCount = z.object({ tagId: id, count: z.number().int() }).meta({ id: 'WorkCount' });
export type WorkCount = z.infer<typeof workCount>;

export const getWorkCounts = defineRoute('GET /api/tags/work/counts', {
  access: 'apps',
  summary: 'Count the work of each tag in a range',
  query: z.object(drawnTags),
  response: z.array(workCount),
});

export const getWork = defineRoute('GET /api/work/:id', {
  access: 'apps',
  summary: 'Get a work item',
  response: work,
});

export const createWork = defineRoute('POST /api/work', {
  access: 'write:work',
  summary: 'Create work; the protections that use it are evaluated again',
  body: newWork,
  status: 201,
  response: work,
});

export const updateWork = defineRoute('PUT /api/work/:id', {
  access: 'write:work',
  summary: 'Change work',
  body: workChange,
  response: work,
});

export const deleteWork = defineRoute('DELETE /api/work/:id', {
  access: 'write:work',
  summary: 'Delete work',
});

export const exportWork = defineRoute('POST /api/work/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of work to a file, with the columns of an import',
  query: z.object({ format: z.enum(listFormats).default('xlsx') }),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});

import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { listBody } from '../core/list.ts';
import { exportQuery } from '../core/list-export.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { advisoryFields, transitionFields } from './advisory.ts';

const defineRoute = routeGroup('Advisories');

export const advisoryBulkTransition = z
  .strictObject({
    advisoryIds: z.array(id).min(1, 'Please choose at least one advisory.').max(10_000),
    ...transitionFields,
  })
  .meta({ id: 'AdvisoryBulkTransition' });
export type AdvisoryBulkTransition = z.infer<typeof advisoryBulkTransition>;

/** The fields that can be set on many advisories at once. Omitted fields stay unchanged. */
export const advisoryBulkChange = z
  .strictObject({
    advisoryIds: z.array(id).min(1, 'Please choose at least one advisory.').max(10_000),
    change: z
      .strictObject({
        priority: advisoryFields.priority.unwrap().optional(),
        targetDate: advisoryFields.targetDate.unwrap().optional(),
        reviewerUserIds: advisoryFields.reviewerUserIds.unwrap().optional(),
        reviewerGroupIds: advisoryFields.reviewerGroupIds.unwrap().optional(),
      })
      .refine(
        (change) => Object.values(change).some((value) => value !== undefined),
        'Please change at least one field.',
      ),
  })
  .meta({ id: 'AdvisoryBulkChange' });
export type AdvisoryBulkChange = z.infer<typeof advisoryBulkChange>;

export const transitionAdvisories = defineRoute('POST /api/advisories/transition', {
  access: 'apps',
  summary:
    'Change the state of many advisories, as a command; advisories that refuse the transition are skipped and counted',
  body: advisoryBulkTransition,
  ...startsCommand,
});

export const changeAdvisories = defineRoute('POST /api/advisories/changes', {
  access: 'write:advisory',
  summary:
    'Set priority, target date or reviewers of many advisories, as a command; advisories that have ended are skipped and counted',
  body: advisoryBulkChange,
  ...startsCommand,
});

/** The columns of an exported list of advisories; columns of the list on the screen have the same names. */
export const advisoryExportColumns = [
  'id',
  'twin',
  'name',
  'state',
  'level',
  'priority',
  'risk',
  'target',
  'overdue',
  'protection',
  'threshold',
  'occurrences',
  'lastOccurrence',
  'outcome',
  'remediation',
  'createdBy',
  'created',
  'closed',
] as const;

export const exportAdvisories = defineRoute('POST /api/advisories/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of advisories to a file',
  query: exportQuery(advisoryExportColumns),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});

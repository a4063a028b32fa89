import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { advisoryExportColumns } from '@twinward/contracts/advisories/advisory-bulk';
import type { Actor } from '../../../platform/actor.ts';
import type { ExportedList } from '../../jobs/list-export/service.ts';
import { listAdvisories } from './read.ts';

const time = 'yyyy-mm-dd hh:mm';

/** Returns the definition of the exported list of advisories. */
export const exportedAdvisories = (
  actor: Actor,
): ExportedList<(typeof advisoryExportColumns)[number], AdvisorySummary> => ({
  type: 'advisory',
  noun: 'advisories',
  readPage: (request) => listAdvisories(actor, request),
  columns: {
    id: { header: 'Number', width: 10, read: ({ id }) => id },
    twin: { header: 'Twin', width: 32, read: ({ assetName }) => assetName },
    name: { header: 'Advisory', width: 48, read: ({ name }) => name },
    state: { header: 'State', width: 12, read: ({ state }) => state },
    level: { header: 'Level', width: 8, read: ({ level }) => level },
    priority: { header: 'Priority', width: 10, read: ({ priority }) => priority },
    risk: { header: 'Risk', width: 14, read: ({ risk }) => risk },
    target: { header: 'Target date', width: 18, time, read: ({ targetDate }) => targetDate },
    overdue: { header: 'Overdue', width: 10, read: ({ overdue }) => (overdue ? 'yes' : 'no') },
    protection: { header: 'Protection', width: 32, read: ({ protection }) => protection?.name ?? null },
    threshold: { header: 'Threshold', width: 24, read: ({ threshold }) => threshold?.name ?? null },
    occurrences: { header: 'Occurrences', width: 12, read: ({ occurrenceCount }) => occurrenceCount },
    lastOccurrence: { header: 'Last occurrence', width: 18, time, read: (one) => one.lastOccurrence },
    outcome: { header: 'Outcome', width: 14, read: ({ outcome }) => outcome },
    remediation: { header: 'Remediation', width: 16, read: ({ remediation }) => remediation },
    createdBy: { header: 'Made by', width: 16, read: ({ createdBy, source }) => createdBy ?? source },
    created: { header: 'Made', width: 18, time, read: ({ createdAt }) => createdAt },
    closed: { header: 'Closed', width: 18, time, read: ({ closedAt }) => closedAt },
  },
});

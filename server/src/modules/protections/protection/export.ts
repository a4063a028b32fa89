import type {
  ListedProtection,
  protectionExportColumns,
} from '@twinward/contracts/protections/protection-list';
import type { Actor } from '../../../platform/actor.ts';
import type { ExportedList } from '../../jobs/list-export/service.ts';
import { listProtections } from './list.ts';

const time = 'yyyy-mm-dd hh:mm';

/** Exports the list of the plant's protections as a file. */
export const exportedProtections = (
  actor: Actor,
): ExportedList<(typeof protectionExportColumns)[number], ListedProtection> => ({
  type: 'protection',
  noun: 'protections',
  readPage: (request) => listProtections(actor, request),
  columns: {
    name: { header: 'Name', width: 32, read: ({ name }) => name },
    asset: { header: 'Asset', width: 32, read: ({ assetName }) => assetName },
    location: { header: 'Location', width: 40, read: ({ location }) => location.join(' / ') },
    type: { header: 'Type', width: 12, read: ({ subType }) => subType },
    level: { header: 'Level', width: 8, read: ({ level }) => level },
    driving: { header: 'Driven by', width: 24, read: ({ drivingThresholdName }) => drivingThresholdName },
    since: { header: 'Since', width: 18, time, read: ({ since }) => since },
    open: { header: 'Open', width: 8, read: ({ openExcursions }) => openExcursions },
    state: { header: 'State', width: 24, read: describeState },
    completion: { header: 'Completion (%)', width: 16, read: ({ completion }) => completion },
    evaluated: { header: 'Evaluated', width: 18, time, read: ({ lastEvaluatedDate }) => lastEvaluatedDate },
  },
});

/** Returns the most important remark on a protection's state, like the list on the screen. */
function describeState(one: ListedProtection): string {
  if (one.shelving !== null) return 'Shelved';
  if (!one.active) return 'Inactive';
  if (one.error !== null) return 'Cannot be evaluated';
  if (one.silentSince !== null) return 'Silent';
  if (one.stale) return 'Stale';
  if (one.staleInputs.length > 0) return `Stale: ${one.staleInputs.map(({ alias }) => alias).join(', ')}`;
  return one.completion < 100 ? 'Incomplete' : 'In service';
}

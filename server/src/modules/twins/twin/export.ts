import type { TwinSummary, twinExportColumns } from '@twinward/contracts/twins/twin';
import type { Actor } from '../../../platform/actor.ts';
import type { ExportedList } from '../../jobs/list-export/service.ts';
import { listTwins } from './read.ts';

const time = 'yyyy-mm-dd hh:mm';

/** Returns the definition of the exported list of twins. */
export const exportedTwins = (
  actor: Actor,
): ExportedList<(typeof twinExportColumns)[number], TwinSummary> => ({
  type: 'twin',
  noun: 'twins',
  readPage: (request) => listTwins(actor, request),
  columns: {
    name: { header: 'Name', width: 32, read: ({ assetName }) => assetName },
    asset: { header: 'Asset id', width: 20, read: ({ assetUniqueId }) => assetUniqueId },
    class: { header: 'Class', width: 40, read: ({ assetClassLabel }) => assetClassLabel },
    active: { header: 'Active', width: 8, read: ({ active }) => (active ? 'yes' : 'no') },
    level: { header: 'Level', width: 8, read: ({ level }) => level },
    probability: { header: 'Probability (%)', width: 16, read: ({ probability }) => probability },
    consequence: { header: 'Cost of failure', width: 16, read: ({ consequence }) => consequence },
    risk: { header: 'Risk', width: 14, read: ({ risk }) => risk },
    data: { header: 'Last data', width: 18, time, read: ({ lastDataTime }) => lastDataTime },
    silent: { header: 'Silent since', width: 18, time, read: ({ silentSince }) => silentSince },
  },
});

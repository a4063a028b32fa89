import { quietAfter } from '@twinward/domain/connections/quiet';
import {
  acquireLease,
  addLog,
  claimRequests,
  endRequest,
  extendLeases,
  getConnectionHead,
  listConnectionHeads,
  openConnection,
  type PlantScope,
  releaseLease,
  selectFedChecksums,
  selectGroups,
  writeRequestResult,
  writeStates,
} from '../../modules/connections/connection/service.ts';
import { listExpectedIntervals } from '../../modules/protections/definition/service.ts';
import { listFedTags, saveSourceValues } from '../../modules/signals/intake/service.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Tenant } from '../../platform/database/tenants.ts';
import { recordsInDatabase, requestsInDatabase } from './database-records.ts';
import { trackInDatabase } from './database-tracking.ts';
import type { HostPorts } from './host-ports.ts';
import { Slots } from './slots.ts';

/** Maximum number of concurrent stores, so that a pooled connection is left for leases and states. */
const mostStores = 2;

/**
 * The ports of a host that uses the tenant's database.
 * @param runner id of this host in leases and requests
 * @param plant the connection that the host runs at the plant; null to run those of the server
 */
export function hostInDatabase(tenant: Tenant, runner: string, plant: PlantScope | null = null): HostPorts {
  const { db } = tenant;
  const stores = new Slots(mostStores);
  return {
    look: async () => ({
      ...(await selectGroups(db, runner, plant)),
      heads: plant ? [await getConnectionHead(db, plant.connectionId)] : await listConnectionHeads(db),
    }),
    fedChecksums: (groupIds) => selectFedChecksums(db, groupIds),
    quietAfter: (groupIds) => readQuiet(db, groupIds),
    acquireLease: (groupId, connectionId) => acquireLease(db, groupId, runner, connectionId),
    extendLeases: (groupIds) => extendLeases(db, groupIds, runner),
    releaseLease: (groupId) => releaseLease(db, groupId, runner),
    open: (connectionId) => openConnection(tenant, connectionId),
    runPorts(groupId, connectionId) {
      const fence = { groupId, connectionId, runner };
      const store: HostPortsStore = (values) =>
        stores.run(async () => void (await saveSourceValues(db, null, groupId, values)));
      return {
        sources: async () => (await listFedTags(db, groupId)).map(({ source }) => source),
        store,
        storeHistory: store,
        tracking: trackInDatabase(db, groupId),
        records: recordsInDatabase(db, fence),
        requests: requestsInDatabase(db, fence),
      };
    },
    writeStates: (reports) => writeStates(db, reports),
    addLog: (entries) => addLog(db, entries),
    claimRequests: (most) => claimRequests(db, runner, most, plant),
    async findTags(groupId, sources) {
      const asked = new Set(sources);
      const fed = await listFedTags(db, groupId);
      return new Map(fed.flatMap(({ source, tagId }) => (asked.has(source) ? [[source, tagId]] : [])));
    },
    writeRequestResult: (id, result) => writeRequestResult(db, id, result),
    endRequest: (id, message) => endRequest(db, id, message),
  };
}

type HostPortsStore = ReturnType<HostPorts['runPorts']>['store'];

/** Returns by group the milliseconds without a point after which it is quiet. Null if no interval is expected. */
async function readQuiet(db: Db, groupIds: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
  const expected = await listExpectedIntervals(db, groupIds);
  return new Map(groupIds.map((id) => [id, quietAfter(expected.get(id) ?? [])]));
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Configuration } from '../../connectors/connector.ts';
import { prepareCall } from '../../connectors/host/call.ts';
import { systemClock } from '../../connectors/host/clock.ts';
import { recordsInDatabase, requestsInDatabase } from '../../connectors/host/database-records.ts';
import { extractStream } from '../../connectors/host/extraction.ts';
import type { RecordPorts, WorkRequestPorts } from '../../connectors/host/ports.ts';
import { mirrorStates, sendRequests } from '../../connectors/host/work-out.ts';
import { takeLease } from '../../modules/connections/connection/service.ts';
import type { Db } from '../../platform/database/database.ts';
import type { WorkSystem } from './work-system.ts';

export interface WorkScene {
  db: Db;
  connectionId: number;
  groupId: number;
  system: WorkSystem;
  /** Begins the ids of all assets of the test. */
  prefix: string;
  configuration: Configuration;
}

let count = 0;

/** A connection to the system, resumed, that takes the work of SAP. */
export async function makeScene(db: Db, system: WorkSystem): Promise<WorkScene> {
  count += 1;
  const group = await sql<{
    id: number;
  }>`insert into connection_group (type) values ('sap') returning id`.execute(db);
  const groupId = group.rows[0]!.id;
  const configuration = { url: `https://sap-${count}.test`, password: system.password };
  const { rows } = await sql<{ id: number }>`
    insert into connection (name, type, connection_group_id, configuration, is_paused)
    values (${`SAP ${count}`}, 'sap', ${groupId}, ${JSON.stringify(configuration)}, false) returning id`.execute(
    db,
  );
  const { id } = rows[0]!;
  await sql`insert into connection_state (connection_id) values (${id})`.execute(db);
  await sql`insert into default_connection (system, connection_id) values ('SAP', ${id})
    on conflict (system) do update set connection_id = excluded.connection_id`.execute(db);
  return { db, connectionId: id, groupId, system, prefix: `S${count}-`, configuration };
}

/** What stores the records and requests of a run; a test may put something between. */
export interface Stores {
  records: RecordPorts;
  requests: WorkRequestPorts;
}

/** One turn of all that a run of the connection does, in a process of its own. */
export async function runTurn(
  { db, groupId, connectionId, system, configuration }: WorkScene,
  change: (stores: Stores) => Stores = (stores) => stores,
): Promise<void> {
  const runner = randomUUID();
  // Another process than before, whose lease has ended.
  await sql`update connection_group set lease_until = null where id = ${groupId}`.execute(db);
  expect(await takeLease(db, groupId, runner, connectionId)).toBe(true);
  const fence = { groupId, connectionId, runner };
  const subject = {
    id: connectionId,
    name: 'SAP',
    connector: system.connector,
    configuration,
    trustedCertificates: [],
    directory: '',
  };
  const stop = new AbortController();
  const prepared = prepareCall(subject, { log: () => undefined, resolve: async (host) => host }, stop.signal);
  const { records, requests } = await system.connector.load!();
  const given = { prepared, clock: systemClock };
  const stores = change({ records: recordsInDatabase(db, fence), requests: requestsInDatabase(db, fence) });
  try {
    for (const stream of [...records!.streams(configuration)].reverse())
      await extractStream({ ...given, role: records!, ports: stores.records }, stream, true);
    const out = { ...given, role: requests!, ports: stores.requests };
    await sendRequests(out);
    await mirrorStates(out, 0);
  } finally {
    stop.abort();
  }
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Configuration, Connector } from '../../connectors/connector.ts';
import { prepareCall } from '../../connectors/host/call.ts';
import { systemClock } from '../../connectors/host/clock.ts';
import { recordsInDatabase, requestsInDatabase } from '../../connectors/host/database-records.ts';
import { extractStream } from '../../connectors/host/extraction.ts';
import type { RecordPorts, WorkRequestPorts } from '../../connectors/host/ports.ts';
import { ReadMemory } from '../../connectors/host/read-memory.ts';
import { mirrorStates, sendRequests } from '../../connectors/host/work-out.ts';
import { acquireLease } from '../../modules/connections/connection/service.ts';
import type { Db } from '../../platform/database/database.ts';
import type { WorkSystem } from './work-system.ts';

/** A connection whose turns the test runs. */
export interface Connected {
  db: Db;
  connectionId: number;
  groupId: number;
  connector: Connector;
  configuration: Configuration;
}

export interface WorkScene extends Connected {
  system: WorkSystem;
  /** Begins the ids of all assets of the test. */
  prefix: string;
}

let count = 0;

/** A connection to the system, resumed, that takes the work of SAP. */
export async function makeScene(db: Db, system: WorkSystem): Promise<WorkScene> {
  const configuration = { url: `https://sap-${count + 1}.test`, password: system.password };
  const connected = await makeConnected(db, system.connector, configuration, 'SAP');
  return { ...connected, system, prefix: `S${count}-` };
}

/** A connection, resumed. @param takes the system whose work it takes; null: none */
export async function makeConnected(
  db: Db,
  connector: Connector,
  configuration: Configuration,
  takes: string | null,
): Promise<Connected> {
  count += 1;
  const { type } = connector;
  const group = await sql<{ id: number }>`
    insert into connection_group (type) values (${type}) returning id`.execute(db);
  const groupId = group.rows[0]!.id;
  const { rows } = await sql<{ id: number }>`
    insert into connection (name, type, connection_group_id, configuration, is_paused)
    values (${`${type.toUpperCase()} ${count}`}, ${type}, ${groupId}, ${JSON.stringify(configuration)}, false) returning id`.execute(
    db,
  );
  const { id } = rows[0]!;
  await sql`insert into connection_state (connection_id) values (${id})`.execute(db);
  if (takes !== null) {
    await sql`insert into default_connection (system, connection_id) values (${takes}, ${id})
      on conflict (system) do update set connection_id = excluded.connection_id`.execute(db);
  }
  return { db, connectionId: id, groupId, connector, configuration };
}

/** What stores the records and requests of a run; a test may put something between. */
export interface Stores {
  records: RecordPorts;
  requests: WorkRequestPorts;
}

/** One turn of all that a run of the connection does, in a process of its own. */
export async function runTurn(
  { db, groupId, connectionId, connector, configuration }: Connected,
  change: (stores: Stores) => Stores = (stores) => stores,
  memory = new ReadMemory(),
): Promise<void> {
  const runner = randomUUID();
  // Another process than before, whose lease has ended.
  await sql`update connection_group set lease_until = null where id = ${groupId}`.execute(db);
  expect(await acquireLease(db, groupId, runner, connectionId)).toBe(true);
  const fence = { groupId, connectionId, runner };
  const subject = {
    id: connectionId,
    name: connector.name,
    connector,
    configuration,
    trustedCertificates: [],
    directory: '',
  };
  const stop = new AbortController();
  const prepared = prepareCall(subject, { log: () => undefined, resolve: async (host) => host }, stop.signal);
  const { records, requests } = await connector.load!();
  const given = { prepared, clock: systemClock, memory };
  const stores = change({ records: recordsInDatabase(db, fence), requests: requestsInDatabase(db, fence) });
  try {
    for (const stream of [...records!.streams(configuration)].reverse())
      await extractStream({ ...given, role: records!, ports: stores.records }, stream, true);
    if (!requests) return;
    const out = { ...given, role: requests, ports: stores.requests };
    await sendRequests(out);
    await mirrorStates(out, 0);
  } finally {
    stop.abort();
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Configuration, RecordsRole } from '@twinward/server/src/connectors/connector.ts';
import { records as hxgn } from '@twinward/server/src/connectors/hxgn/records.ts';
import { records as maximo } from '@twinward/server/src/connectors/maximo/records.ts';
import { records as sap } from '@twinward/server/src/connectors/sap/records.ts';
import { makeCall } from '@twinward/server/src/connectors/testing/call.ts';
import { getStream } from '@twinward/server/src/connectors/testing/collect.ts';
import type { BenchRow } from '../row.ts';

const orders = Number(process.env.SYSTEMS_ORDERS ?? 100_000);
const assets = Number(process.env.SYSTEMS_ASSETS ?? 50_000);

interface Filled {
  configuration: Configuration;
  streams: { orders: string; assets: string };
}

const roles: Record<string, RecordsRole> = { sap, maximo, hxgn };

/**
 * Measures reading work orders and assets like a connection, against reading the same pages by bare calls. Both include
 * the time of the system itself.
 */
export async function systemsBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [type, role] of Object.entries(roles)) {
    const child = fork(join(import.meta.dirname, 'peer.ts'), [type, String(orders), String(assets)]);
    try {
      const filled = await receiveFilled(child);
      for (const [label, name, count] of [
        ['work orders', filled.streams.orders, orders],
        ['assets', filled.streams.assets, assets],
      ] as const) {
        rows.push(await measure(`${type}: ${label}`, role, filled.configuration, name, count));
      }
    } finally {
      child.kill();
    }
  }
  return rows;
}

const receiveFilled = async (child: ChildProcess): Promise<Filled> =>
  ((await once(child, 'message')) as [Filled])[0];

async function measure(
  name: string,
  role: RecordsRole,
  configuration: Configuration,
  stream: string,
  count: number,
): Promise<BenchRow> {
  // Warms up the system, so that both read cached data.
  await readBare(role, configuration, stream);
  const own = await timed(count, async () => {
    const call = makeCall(configuration);
    const keys = new Set<string>();
    for await (const page of role.changes(call, getStream(role, call, stream), null))
      for (const { key } of page) keys.add(key);
    call.end();
    return keys.size;
  });
  const bare = await timed(count, () => readBare(role, configuration, stream));
  return {
    name,
    value: count / own,
    unit: 'thousand records/s',
    peer: 'bare calls for the same rows',
    peerValue: count / bare,
    ratio: bare / own,
    target: null,
  };
}

async function timed(expected: number, read: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await read();
  if (count !== expected) throw new Error(`${count} of ${expected} records were read`);
  return performance.now() - start;
}

/** Reads the same rows by the page addresses of the system, and parses and counts them. */
async function readBare(role: RecordsRole, configuration: Configuration, stream: string): Promise<number> {
  const { url, user, password } = configuration as Record<string, string>;
  const secret = Buffer.from(`${user}:${password}`).toString('base64');
  const ask = async (address: string, init: RequestInit = {}) =>
    (await (await fetch(address, init)).json()) as Answer;
  let count = 0;
  if (role === sap) {
    const set =
      stream === 'orders' ? 'API_MAINTENANCEORDER;v=0002/MaintenanceOrder' : 'API_EQUIPMENT/Equipment';
    let next: string | undefined = `${url}/sap/opu/odata/sap/${set}?$format=json&$orderby=LastChangeDateTime`;
    while (next) {
      const { d }: Answer = await ask(next, { headers: { authorization: `Basic ${secret}` } });
      count += d!.results.length;
      next = d!.__next;
    }
  } else if (role === maximo) {
    const [structure, select] =
      stream === 'orders'
        ? ['mxapiwodetail', 'wonum,siteid,worktype,status,assetnum,description,actstart,actfinish,changedate']
        : ['mxapiasset', 'assetnum,siteid,status,description,changedate'];
    const query = `lean=1&oslc.select=${select}&oslc.pageSize=200&oslc.orderBy=%2Bchangedate`;
    let next: string | undefined = `${url}/maximo/api/os/${structure}?${query}`;
    while (next) {
      const { member, responseInfo }: Answer = await ask(next, { headers: { maxauth: secret } });
      count += member!.length;
      next = responseInfo!.nextPage?.href;
    }
  } else {
    const grid = stream === 'orders' ? 'WSJOBS' : 'OSOBJA';
    const { tenant, organization } = configuration as Record<string, string>;
    const headers = { authorization: `Basic ${secret}`, tenant: tenant!, organization: organization! };
    let cursor: number | undefined = 0;
    while (cursor !== undefined) {
      const body: string = JSON.stringify({
        GRID: { GRID_NAME: grid, NUMBER_OF_ROWS_FIRST_RETURNED: 500, CURSOR_POSITION: cursor },
        GRID_TYPE: { TYPE: 'LIST' },
        REQUEST_TYPE: 'LIST.HEAD_DATA.STORED',
        ADDON_SORT: { ALIAS_NAME: 'dateupdated', TYPE: 'ASC' },
      });
      const address = `${url}/axis/restservices/grids`;
      const { Result }: Answer = await ask(address, { method: 'POST', headers, body });
      count += Result!.ResultData.DATARECORD.length;
      cursor = Result!.ResultData.NEXTCURSORPOSITION;
    }
  }
  return count;
}

interface Answer {
  d?: { results: unknown[]; __next?: string };
  member?: unknown[];
  responseInfo?: { nextPage?: { href: string } };
  Result?: { ResultData: { DATARECORD: unknown[]; NEXTCURSORPOSITION?: number } };
}

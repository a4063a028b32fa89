import { byChange, type ChangePage } from '../by-change.ts';
import type { RecordStream, RecordsRole, RemoteRecord } from '../connector.ts';
import { readFrom } from '../remote-fields.ts';
import { type Query, quote, type Row, SapClient, timeLiteral } from './client.ts';
import { type Selection, type Settings, toSelection } from './config.ts';
import { type Entity, entities, equipment, notifications, orders, parseDate } from './mapping.ts';

/** Requested number of rows per page. The server may return fewer rows and a next page. */
const pageSize = 500;

export const records: RecordsRole = {
  streams(configuration) {
    const selection = toSelection(configuration);
    return entities.filter((entity) => isRead(entity, selection));
  },

  async *changes(call, stream, since) {
    const client = new SapClient(call);
    const entity = getEntity(stream);
    const { settings } = client;
    const from = readFrom(entity.kind, since, settings.start);
    const read = (time: number | null) => pageOfChanges(client, entity, time, 0);
    const toRecords = (rows: readonly Row[]) =>
      rows
        .map((row) => entity.toRecord(row, settings.timeZone))
        .filter((record): record is RemoteRecord => record !== null);
    // Before the changes: if it fails, the watermark does not advance.
    if (entity === equipment && since !== null)
      for await (const rows of becameValid(client, since)) yield toRecords(rows);
    for await (const rows of byChange(from, read, toTime, (row) => toIdentity(entity, row))) {
      const page = toRecords(rows);
      if (page.length > 0) yield page;
    }
  },

  async *keys(call, stream) {
    const client = new SapClient(call);
    const entity = getEntity(stream);
    const fixed = listConditions(entity, client.settings);
    let last = '';
    while (true) {
      const conditions = last === '' ? fixed : [...fixed, `${entity.key} gt ${quote(last)}`];
      const query: Query = {
        ...(conditions.length > 0 && { filter: conditions.join(' and ') }),
        orderBy: entity.key,
        top: pageSize,
        select: entity === equipment ? 'Equipment,ValidityEndDate' : entity.key,
      };
      const rows = await readAll(client, entity, query);
      const keys = [...new Set(rows.map((row) => String(row[entity.key])))];
      if (keys.length > 0) yield keys;
      // Only an empty page is the last one: a server may return fewer rows than requested, and missing keys count as
      // deleted.
      if (rows.length === 0) return;
      last = keys.at(-1)!;
    }
  },
};

function isRead(entity: Entity, selection: Selection): boolean {
  if (entity === notifications) return selection.notificationTypes.length > 0;
  if (entity === orders) return selection.orderTypes.length > 0;
  return selection.readsAssets;
}

export function getEntity({ name }: RecordStream): Entity {
  const entity = entities.find((candidate) => candidate.name === name);
  if (!entity) throw new Error(`SAP has no stream ${name}`);
  return entity;
}

/** Returns the conditions of a stream that don't depend on the time of the change. */
function listConditions(entity: Entity, settings: Settings): string[] {
  const types =
    entity === notifications ? settings.notificationTypes : entity === orders ? settings.orderTypes : [];
  const conditions: string[] = [];
  if (types.length > 0) {
    conditions.push(`(${types.map((type) => `${entity.type} eq ${quote(type)}`).join(' or ')})`);
  }
  if (entity === equipment) conditions.push(`ValidityEndDate ge ${dayLiteral(Date.now())}`);
  return conditions;
}

const dayLiteral = (time: number): string =>
  `datetime'${new Date(time).toISOString().slice(0, 10)}T00:00:00'`;

/** Reads rows of equipment that have become valid since the day of a time. They were changed earlier, and skipped. */
async function* becameValid(client: SapClient, since: number): AsyncIterable<Row[]> {
  const conditions = [
    ...listConditions(equipment, client.settings),
    `ValidityStartDate ge ${dayLiteral(since)}`,
    `ValidityStartDate le ${dayLiteral(Date.now())}`,
  ];
  let last = '';
  while (true) {
    const rows = await readAll(client, equipment, {
      filter: [...conditions, ...(last === '' ? [] : [`${equipment.key} gt ${quote(last)}`])].join(' and '),
      orderBy: equipment.key,
      top: pageSize,
    });
    if (rows.length === 0) return;
    yield rows;
    last = String(rows.at(-1)![equipment.key]);
  }
}

async function pageOfChanges(
  client: SapClient,
  entity: Entity,
  since: number | null,
  skip: number,
): Promise<ChangePage<Row>> {
  const fixed = listConditions(entity, client.settings);
  const conditions = since === null ? fixed : [...fixed, `LastChangeDateTime ge ${timeLiteral(since)}`];
  const rows = await readAll(client, entity, {
    ...(conditions.length > 0 && { filter: conditions.join(' and ') }),
    orderBy: `LastChangeDateTime,${entity.key}`,
    top: pageSize,
    skip,
  });
  const isLast = rows.length < pageSize;
  return { rows, next: isLast ? null : () => pageOfChanges(client, entity, since, skip + rows.length) };
}

const toTime = (row: Row): number | null => parseDate(row.LastChangeDateTime);

/** Returns equal values for equal states of an entity. */
const toIdentity = (entity: Entity, row: Row): string =>
  `${row[entity.key]} ${row.ValidityEndDate ?? ''} ${row.LastChangeDateTime}`;

/**
 * Reads the requested rows over all pages of the server. Counts a row on two pages only once, because the number of
 * rows is the offset of the next request.
 */
async function readAll(client: SapClient, entity: Entity, query: Query): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let page = await client.page(entity.path, query);
  while (true) {
    for (const row of page.rows) rows.set(toIdentity(entity, row), row);
    if (page.next === null || rows.size >= pageSize) return [...rows.values()];
    page = await client.next(page.next);
  }
}

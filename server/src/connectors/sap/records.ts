import type { RecordStream, RecordsRole, RemoteRecord } from '../connector.ts';
import { type Query, quote, type Row, SapClient, timeLiteral } from './client.ts';
import { type Settings, settingsOf } from './config.ts';
import { dateOf, type Entity, entities, equipment, notifications, orders } from './mapping.ts';

/** Rows of a page that is asked for; the server may send less and name the next page. */
const pageSize = 500;

export const records: RecordsRole = {
  streams(configuration) {
    const settings = settingsOf(configuration);
    return entities.filter((entity) => isRead(entity, settings));
  },

  async *changes(call, stream, since) {
    const client = new SapClient(call);
    const entity = entityOf(stream);
    const { settings } = client;
    const start = entity.kind === 'work' ? settings.start : null;
    const from = since === null ? start : Math.max(since, start ?? since);
    for await (const rows of inOrderOfChange(client, entity, from)) {
      const page = rows
        .map((row) => entity.toRecord(row, settings.timeZone))
        .filter((record): record is RemoteRecord => record !== null);
      if (page.length > 0) yield page;
    }
  },

  async *keys(call, stream) {
    const client = new SapClient(call);
    const entity = entityOf(stream);
    const fixed = conditionsOf(entity, client.settings);
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
      if (rows.length < pageSize) return;
      last = keys.at(-1)!;
    }
  },
};

function isRead(entity: Entity, settings: Settings): boolean {
  if (entity === notifications) return settings.notificationTypes.length > 0;
  if (entity === orders) return settings.orderTypes.length > 0;
  return settings.readsAssets;
}

export function entityOf({ name }: RecordStream): Entity {
  const entity = entities.find((candidate) => candidate.name === name);
  if (!entity) throw new Error(`SAP has no stream ${name}`);
  return entity;
}

/** What holds for every record of a stream, whenever it was changed. */
function conditionsOf(entity: Entity, settings: Settings): string[] {
  const types =
    entity === notifications ? settings.notificationTypes : entity === orders ? settings.orderTypes : [];
  const conditions: string[] = [];
  if (types.length > 0) {
    conditions.push(`(${types.map((type) => `${entity.type} eq ${quote(type)}`).join(' or ')})`);
  }
  if (entity === equipment) {
    const today = new Date().toISOString().slice(0, 10);
    conditions.push(`ValidityEndDate ge datetime'${today}T00:00:00'`);
  }
  return conditions;
}

/**
 * Rows in order of their changes. Each page begins at the time of the last row before, not at a position: rows that are
 * changed meanwhile move to the end, and no other takes their place unseen.
 */
async function* inOrderOfChange(
  client: SapClient,
  entity: Entity,
  from: number | null,
): AsyncIterable<Row[]> {
  const fixed = conditionsOf(entity, client.settings);
  let since = from;
  let skip = 0;
  /** Keys with the time `since` that were given. */
  let given = new Set<string>();
  while (true) {
    const conditions = since === null ? fixed : [...fixed, `LastChangeDateTime ge ${timeLiteral(since)}`];
    const query = {
      ...(conditions.length > 0 && { filter: conditions.join(' and ') }),
      orderBy: `LastChangeDateTime,${entity.key}`,
      top: pageSize,
      skip,
    };
    const rows = await readAll(client, entity, query);
    const fresh = rows.filter((row) => !given.has(identityOf(entity, row)));
    if (fresh.length > 0) yield fresh;
    if (rows.length < pageSize) return;
    const lastTime = dateOf(rows.at(-1)!.LastChangeDateTime);
    if (lastTime === null || (since !== null && lastTime <= since)) {
      // A page of one time, or of rows without one.
      skip += rows.length;
      for (const row of rows) given.add(identityOf(entity, row));
    } else {
      since = lastTime;
      skip = 0;
      const atLast = rows.filter((row) => dateOf(row.LastChangeDateTime) === lastTime);
      given = new Set(atLast.map((row) => identityOf(entity, row)));
    }
  }
}

/** Equal for equal states of an entity. */
const identityOf = (entity: Entity, row: Row): string =>
  `${row[entity.key]} ${row.ValidityEndDate ?? ''} ${row.LastChangeDateTime}`;

/** The rows that were asked for, over the pages that the server makes of them. */
async function readAll(client: SapClient, entity: Entity, query: Query): Promise<Row[]> {
  let page = await client.page(entity.path, query);
  const rows = [...page.rows];
  while (page.next && rows.length < pageSize) {
    page = await client.next(page.next);
    rows.push(...page.rows);
  }
  return rows;
}

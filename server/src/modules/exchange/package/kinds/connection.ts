import { isSecret } from '@twinward/contracts/connections/configuration';
import { type Connection, newConnection } from '@twinward/contracts/connections/connection';
import { mappingRule } from '@twinward/contracts/connections/mapping';
import { type WorkSystem, workSystems } from '@twinward/contracts/system/value-list';
import { toStableJson } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { listTaxonomy } from '../../../assets/taxonomy/service.ts';
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnectionTypes,
  updateConnection,
} from '../../../connections/connection/service.ts';
import {
  getDefaultConnections,
  getStreamMapping,
  listStreamMappings,
  setDefaultConnections,
  updateStreamMapping,
} from '../../../connections/stream/service.ts';
import { defineKind, refuseFixed } from '../kind.ts';
import { selectConnections } from '../store.ts';
import { findEntry, toCaptions } from '../taxonomy.ts';

const { name, type, place } = newConnection.shape;
const schema = z.strictObject({
  name,
  type,
  place,
  group: z
    .string()
    .max(100)
    .nullable()
    .default(null)
    .describe('The first connection of the group that it stands in for; null: it is the first itself'),
  configuration: z.record(z.string().max(100), z.unknown()).describe('Without secrets'),
  mappings: z
    .array(
      z.strictObject({
        stream: z.string().max(100),
        rules: z.array(mappingRule).max(300),
        classes: z
          .array(
            z.strictObject({
              code: z.string().min(1).max(100),
              taxonomy: z.array(z.string().max(200)).min(1).max(3),
            }),
          )
          .max(1000)
          .default([]),
      }),
    )
    .max(100)
    .default([])
    .describe('Those that people changed'),
  defaults: z
    .array(z.enum(workSystems))
    .max(workSystems.length)
    .default([])
    .describe('Where it is the default'),
});
type ConnectionRecord = z.infer<typeof schema>;
type Mappings = ConnectionRecord['mappings'];

/** Returns a configuration without its secret fields. */
function withoutSecrets({ type: ofType, configuration }: Connection): Record<string, unknown> {
  const known = listConnectionTypes().find((one) => one.type === ofType);
  const secret = new Set((known?.fields ?? []).filter(isSecret).map((field) => field.name));
  return Object.fromEntries(Object.entries(configuration).filter(([field]) => !secret.has(field)));
}

async function readMappings(db: Db, connectionId: number): Promise<Mappings> {
  const changed = (await listStreamMappings(db, connectionId)).filter(({ isDefault }) => !isDefault);
  if (changed.length === 0) return [];
  const taxonomy = new Map((await listTaxonomy(db)).map((entry) => [entry.id, entry]));
  return changed.map(({ stream, rules, classes }) => ({
    stream,
    rules,
    classes: classes.flatMap(({ code, categoryId, classId, typeId }) => {
      const entry = taxonomy.get(typeId ?? classId ?? categoryId);
      if (!entry) return [];
      return [{ code, taxonomy: toCaptions(entry) }];
    }),
  }));
}

async function writeMappings(actor: Actor, connectionId: number, wanted: Mappings): Promise<void> {
  const { db } = actor.tenant;
  for (const { stream, rules, classes: named } of wanted) {
    const classes = [];
    for (const { code, taxonomy } of named) {
      const entry = await findEntry(db, taxonomy, 'mappings');
      classes.push({ code, ...entry, categoryId: entry.categoryId! });
    }
    const { version } = await getStreamMapping(db, connectionId, stream);
    await updateStreamMapping(actor, connectionId, stream, { rules, classes, version });
  }
}

const listSystems = async (db: Db, connectionId: number): Promise<WorkSystem[]> => {
  const defaults = await getDefaultConnections(db);
  return workSystems.filter((system) => defaults[system] === connectionId);
};

/** Makes a connection the default of these systems, and of no others. */
async function writeDefaults(
  actor: Actor,
  connectionId: number,
  wanted: readonly WorkSystem[],
): Promise<void> {
  const defaults = await getDefaultConnections(actor.tenant.db);
  const now = { ...defaults };
  for (const system of workSystems) {
    if (wanted.includes(system)) now[system] = connectionId;
    else if (now[system] === connectionId) now[system] = null;
  }
  if (toStableJson(now) !== toStableJson(defaults)) await setDefaultConnections(actor, now);
}

/** Connections without secrets and tokens, by name. They are imported paused. */
export const connectionKind = defineKind<ConnectionRecord>({
  name: 'connection',
  caption: 'Connections',
  access: 'connections',
  schema,
  toKey: (record) => record.name,
  listReferences: ({ group }) => (group === null ? [] : [{ kind: 'connection', key: group, path: 'group' }]),
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const records = new Map<string, ConnectionRecord>();
    for (const { id, first } of await selectConnections(db, keys)) {
      const connection = await getConnection(db, id);
      records.set(connection.name, {
        name: connection.name,
        type: connection.type,
        place: connection.place,
        group: first === connection.name ? null : first,
        configuration: withoutSecrets(connection),
        // Mappings belong to the group.
        mappings: first === connection.name ? await readMappings(db, id) : [],
        defaults: await listSystems(db, id),
      });
    }
    return records;
  },
  async create({ actor }, record) {
    const { db } = actor.tenant;
    const [first] = record.group === null ? [] : await selectConnections(db, [record.group]);
    const { id } = await createConnection(
      actor,
      {
        name: record.name,
        type: record.type,
        place: record.place,
        configuration: record.configuration,
        connectionGroupId: first?.groupId ?? null,
      },
      { mayLackSecrets: true },
    );
    await writeMappings(actor, id, record.mappings);
    await writeDefaults(actor, id, record.defaults);
  },
  async update({ actor }, record, before) {
    refuseFixed(record, before, ['type', 'group']);
    const { db } = actor.tenant;
    const { id } = (await selectConnections(db, [record.name]))[0]!;
    const { version } = await getConnection(db, id);
    await updateConnection(
      actor,
      id,
      { name: record.name, place: record.place, configuration: record.configuration, version },
      { mayLackSecrets: true },
    );
    await writeMappings(actor, id, record.mappings);
    await writeDefaults(actor, id, record.defaults);
  },
  async delete({ actor }, key) {
    const [found] = await selectConnections(actor.tenant.db, [key]);
    if (found) await deleteConnection(actor, found.id);
  },
});

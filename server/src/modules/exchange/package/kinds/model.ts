import { type ModelDefinition, modelDefinition } from '@twinward/contracts/library/definition';
import { newTwinModel, twinModelChange, versionStates } from '@twinward/contracts/library/twin-model';
import { toStableJson } from '@twinward/domain/exchange/json';
import { listGroupNames, withUsers } from '@twinward/domain/library/principals';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import { toClassification } from '../../../assets/taxonomy/service.ts';
import {
  createMovedModel,
  deleteModel,
  type MovedModel,
  readMovedModels,
  updateMovedModel,
} from '../../twin-model/service.ts';
import { defineKind, type KindCall } from '../kind.ts';
import { findUserIds, placeUsers, readUserNames } from '../principals.ts';
import { findEntry, toCaptions, toEntryId } from '../taxonomy.ts';

const number = z.number().int().nonnegative().max(999_999_999);
const { name, description, author, manufacturer, model, accessLevel } = newTwinModel.shape;
const { active, notes } = twinModelChange.shape;
const schema = z.strictObject({
  name,
  description,
  author,
  manufacturer,
  model,
  accessLevel,
  active,
  taxonomy: z.array(z.string().max(200)).max(3).default([]).describe('Captions of category, class and type'),
  versions: z
    .array(
      z.strictObject({
        state: z.enum(versionStates),
        major: number,
        minor: number,
        patch: number,
        notes,
        definition: modelDefinition.describe('Users in actions are places in `users`, from 1'),
      }),
    )
    .min(1)
    .max(1000)
    .refine(
      (versions) =>
        new Set(versions.map((one) => [one.state, one.major, one.minor, one.patch].join())).size ===
        versions.length,
      'A version occurs twice.',
    )
    .refine(
      (versions) => versions.filter(({ state }) => state === 'draft').length < 2,
      'A model has at most one draft.',
    ),
  users: z.array(z.string().max(200)).max(1000).default([]).describe('User names'),
});
type ModelRecord = z.infer<typeof schema>;

/** Adds the defaults of fields that were added to the schema since it was stored. */
const inFull = (definition: ModelDefinition): ModelDefinition =>
  modelDefinition.safeParse(definition).data ?? definition;

type Read = Awaited<ReturnType<typeof readMovedModels>>[number];

async function toRecord({ tenant }: Actor, { row, versions }: Read): Promise<ModelRecord> {
  const definitions = versions.map(({ definition }) => definition);
  const { users, places } = placeUsers(definitions, await readUserNames(tenant.db, definitions));
  return {
    name: row.name,
    description: row.description,
    author: row.author,
    manufacturer: row.manufacturer,
    model: row.model,
    accessLevel: row.access_level,
    active: row.active,
    taxonomy: toCaptions(toClassification(row)),
    versions: versions.map((version) => ({
      state: version.state,
      major: version.major,
      minor: version.minor,
      patch: version.patch,
      notes: version.notes,
      definition: inFull(withUsers(version.definition, places)),
    })),
    users,
  };
}

async function toModel(call: KindCall, { taxonomy, users, ...record }: ModelRecord): Promise<MovedModel> {
  const entry = await findEntry(call.actor.tenant.db, taxonomy);
  const ids = await findUserIds(call, users);
  return {
    ...record,
    taxonomyId: toEntryId(entry),
    versions: record.versions.map((version) => ({
      ...version,
      definition: withUsers(version.definition, ids),
    })),
  };
}

type Numbered = Pick<ModelRecord['versions'][number], 'state' | 'major' | 'minor' | 'patch'>;
const isVersion = (one: Numbered, other: Numbered): boolean =>
  one.state === other.state &&
  one.major === other.major &&
  one.minor === other.minor &&
  one.patch === other.patch;

const listDefinitions = ({ versions }: ModelRecord): ModelDefinition[] =>
  versions.map(({ definition }) => definition);

const findModel = async (actor: Actor, key: string) => (await readMovedModels(actor, [key]))[0];

/** Twin models with all their versions, by name. */
export const modelKind = defineKind<ModelRecord>({
  name: 'model',
  caption: 'Twin models',
  access: 'write:library-model',
  schema,
  toKey: (record) => record.name,
  listReferences: (record) => [
    ...[...new Set(listDefinitions(record).flatMap(listGroupNames))].map((key) => ({
      kind: 'group',
      key,
      path: 'versions',
    })),
    ...[
      ...new Set(
        listDefinitions(record).flatMap(({ tagAliases, parameters, tags }) =>
          [...tagAliases, ...parameters, ...tags].flatMap(({ unit }) => unit ?? []),
        ),
      ),
    ].map((key) => ({ kind: 'unit', key, path: 'versions', optional: true as const })),
  ],
  listUsers: ({ users }) => users,
  async read({ actor }, keys) {
    const records = new Map<string, ModelRecord>();
    for (const read of await readMovedModels(actor, keys)) {
      records.set(read.row.name, await toRecord(actor, read));
    }
    return records;
  },
  async create(call, record) {
    await createMovedModel(call.actor, await toModel(call, record));
  },
  async update(call, record, before) {
    const { row, versions } = (await findModel(call.actor, record.name))!;
    const moved = await toModel(call, record);
    // What is not exported is kept: ids of actions, mail addresses.
    const same = new Set(before.versions.map(toStableJson));
    const kept = record.versions.map((version, place) => {
      const stored = same.has(toStableJson(version)) && versions.find((one) => isVersion(one, version));
      return stored ? { ...version, definition: stored.definition } : moved.versions[place]!;
    });
    const options = { mayRemove: call.isRollBack };
    await updateMovedModel(call.actor, row.id, { ...moved, versions: kept }, options);
  },
  async delete({ actor }, key) {
    const found = await findModel(actor, key);
    if (found) await deleteModel(actor, found.row.id);
  },
});

import { largestInteger } from '@twinward/contracts/core/primitives';
import { type ModelDefinition, maximumPartId, modelDefinition } from '@twinward/contracts/library/definition';
import { newTwin } from '@twinward/contracts/twins/twin';
import { compareTexts } from '@twinward/domain/exchange/json';
import { numberParts, withIdsOf } from '@twinward/domain/exchange/twin-parts';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { findUserReferences } from '../../../access/user/service.ts';
import { getAssetsByUniqueId } from '../../../assets/asset/service.ts';
import { listAliasesOfTwin, updateAlias } from '../../../twins/alias/service.ts';
import { getTwinParameters, updateTwinParameters } from '../../../twins/parameter/service.ts';
import { createTwin, deleteTwin, getTwin, updateTwin } from '../../../twins/twin/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  type TwinParts,
  writeDefinitions,
} from '../../twin-definition/service.ts';
import { furtherValues, toFurtherChanges, toFurtherValues } from '../further-values.ts';
import { defineKind, type KindCall, type NamedReference } from '../kind.ts';
import { groupsOf, userIdsOf, withUsers } from '../principals.ts';
import { selectKeys, selectTagIds, selectTagNames, selectTwinsOfAssets } from '../store.ts';

const { description, technicalNumber, active, startDate } = newTwin.shape;
const schema = z.strictObject({
  asset: z.string().min(1).max(100).describe('Its unique id'),
  description,
  technicalNumber,
  active,
  startDate,
  fields: furtherValues,
  definition: modelDefinition.describe(
    'Its parts. Users in actions are places in `users`, from 1; calculated tags stand with the tags',
  ),
  users: z.array(z.string().max(200)).max(1000).default([]).describe('User names'),
  tags: z
    .record(z.string().max(100), z.string().max(200))
    .default({})
    .describe('By input the name of its tag'),
});
type TwinRecord = z.infer<typeof schema>;

/** What of a definition leaves: calculated tags are records of their own, trained models stay. */
const toPortable = (definition: ModelDefinition): ModelDefinition => ({
  ...definition,
  tags: [],
  tagAliases: definition.tagAliases.map((input) => ({ ...input, tagNamePattern: null })),
  indicators: definition.indicators.map((indicator) => ({
    ...indicator,
    patterns: indicator.patterns && { ...indicator.patterns, model: null, trainedOn: '' },
  })),
});

async function toRecord(db: Db, parts: TwinParts, fields: TwinRecord['fields']): Promise<TwinRecord> {
  const twin = await getTwin(db, parts.twinId);
  const userIds = userIdsOf(parts.definition);
  const found = (await findUserReferences(db, { type: 'user', ids: userIds })) ?? [];
  const users = found.map(({ caption }) => caption).sort(compareTexts);
  const places = new Map(found.map(({ id, caption }) => [id, users.indexOf(caption) + 1]));
  const names = await selectTagNames(
    db,
    [...parts.mappedTags.values()].map(({ id }) => id),
  );
  const tags = parts.definition.tagAliases.flatMap(({ id, name }) => {
    const tag = parts.mappedTags.get(id);
    return tag === undefined ? [] : [[name, names.get(tag.id)!] as const];
  });
  return {
    asset: parts.uniqueId,
    description: twin.description,
    technicalNumber: twin.technicalNumber,
    active: twin.active,
    startDate: twin.startDate,
    fields,
    definition: withUsers(numberParts(toPortable(parts.definition)), places),
    users,
    tags: Object.fromEntries(tags),
  };
}

/** The definition with the ids that users and parts have here. */
async function toDefinition(call: KindCall, record: TwinRecord, twin: TwinParts): Promise<ModelDefinition> {
  const users = new Map<number, number>();
  for (const [place, name] of record.users.entries()) {
    const id = await call.userId(name);
    if (id !== null) users.set(place + 1, id);
  }
  const firstFree = largestInteger - maximumFresh;
  const wanted = withIdsOf(withUsers(record.definition, users), twin.definition, firstFree);
  const known = new Map(twin.definition.indicators.map((indicator) => [indicator.id, indicator.patterns]));
  return {
    ...wanted,
    tags: twin.definition.tags,
    indicators: wanted.indicators.map((indicator) => {
      const { model = null, trainedOn = '' } = known.get(indicator.id) ?? {};
      return {
        ...indicator,
        patterns: indicator.patterns && { ...indicator.patterns, model, trainedOn },
      };
    }),
  };
}
/** More than the parts of any definition. */
const maximumFresh = 100_000;
// Ids of own parts stand above those of models.
if (largestInteger - maximumFresh <= maximumPartId) throw new Error('No ids are free.');

async function writeParts(call: KindCall, record: TwinRecord, twinId: number): Promise<void> {
  const { actor } = call;
  const { db } = actor.tenant;
  const [twin] = await lockAndReadTwins(db, [twinId]);
  const definition = await toDefinition(call, record, twin!);
  const wanted = await findTags(db, record);
  const tags = new Map(
    definition.tagAliases.flatMap(({ id, name }) => {
      const tag = wanted.get(name);
      return tag === undefined ? [] : [[id, tag] as const];
    }),
  );
  const target = { twin: twin!, definition, modelVersionId: twin!.modelVersionId, tags };
  const options = { checks: new DefinitionChecks(), startPatterns: false };
  const [written] = await writeDefinitions(db, actor, [target], options);
  if (written!.problem !== null) throw new AppError('conflict', written!.problem);
  await writeMappings(actor, twinId, wanted);
  await writeParameters(actor, twinId, definition);
}

/** The tags of the inputs of a record, by input. @throws AppError `invalid-request` */
async function findTags(db: Db, { tags }: TwinRecord): Promise<Map<string, number>> {
  const ids = await selectTagIds(db, Object.values(tags));
  refuseProblems(
    Object.entries(tags).flatMap(([input, name]) =>
      ids.has(name) ? [] : [{ path: `tags.${input}`, message: `There is no tag '${name}'.` }],
    ),
  );
  return new Map(Object.entries(tags).map(([input, name]) => [input, ids.get(name)!]));
}

/** Maps the inputs that have other tags: those that exist keep theirs otherwise. */
async function writeMappings(
  actor: Actor,
  twinId: number,
  wanted: ReadonlyMap<string, number>,
): Promise<void> {
  for (const alias of await listAliasesOfTwin(actor.tenant.db, twinId)) {
    const mappedTagId = wanted.get(alias.name) ?? null;
    if (mappedTagId === alias.mappedTagId) continue;
    const { name, description: about, keywords, unit, options, version } = alias;
    await updateAlias(actor, alias.id, {
      name,
      mappedTagId,
      description: about,
      keywords,
      unit,
      options,
      version,
    });
  }
}

/** Gives parameters their values: those that exist keep theirs otherwise. */
async function writeParameters(
  actor: Actor,
  twinId: number,
  { parameters: declared }: ModelDefinition,
): Promise<void> {
  const { parameters, version } = await getTwinParameters(actor.tenant.db, twinId);
  const values = new Map(declared.map((one) => [one.name, one.default]));
  const changed = parameters.map((one) => ({ ...one, value: values.get(one.name) ?? null }));
  if (changed.every(({ value }, place) => value === parameters[place]!.value)) return;
  await updateTwinParameters(actor, twinId, { parameters: changed, version });
}

function referencesOf({ asset, definition, tags, fields }: TwinRecord): NamedReference[] {
  const units = [...definition.tagAliases, ...definition.parameters].flatMap(({ unit }) => unit ?? []);
  return [
    { kind: 'asset', key: asset, path: 'asset' },
    ...Object.entries(tags).map(([input, key]) => ({ kind: 'tag', key, path: `tags.${input}` })),
    ...groupsOf(definition).map((key) => ({ kind: 'group', key, path: 'definition.indicators' })),
    ...[...new Set(units)].map((key) => ({
      kind: 'unit',
      key,
      path: 'definition',
      optional: true as const,
    })),
    ...(Object.keys(fields).length === 0 ? [] : [{ kind: 'record-type', key: 'twin', path: 'fields' }]),
  ];
}

const findTwin = async (db: Db, key: string): Promise<number> => {
  const [twin] = await selectTwinsOfAssets(db, [key]);
  if (!twin) throw new AppError('not-found', 'Twin not found.');
  return twin.id;
};

/** Twins with their parts, by the unique id of their assets. */
export const twinKind = defineKind<TwinRecord>({
  name: 'twin',
  caption: 'Twins',
  access: 'write:twin',
  schema,
  keyOf: ({ asset }) => asset,
  referencesOf,
  usersOf: ({ users }) => users,
  listKeys: ({ actor }) => selectKeys(actor.tenant.db, 'twin'),
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const twins = await selectTwinsOfAssets(db, keys);
    const further = await toFurtherValues(
      db,
      'twin',
      twins.map(({ fields }) => fields),
    );
    const byId = new Map(twins.map(({ id }, place) => [id, further[place]!]));
    const records = new Map<string, TwinRecord>();
    for (const parts of await readTwins(
      db,
      twins.map(({ id }) => id),
    ))
      records.set(parts.uniqueId, await toRecord(db, parts, byId.get(parts.twinId)!));
    return records;
  },
  async create(call, record) {
    const { actor } = call;
    const { db } = actor.tenant;
    const [asset] = await getAssetsByUniqueId(db, [record.asset]);
    if (!asset) refuseProblems([{ path: 'asset', message: `There is no asset '${record.asset}'.` }]);
    const twin = await createTwin(actor, {
      assetId: asset!.id,
      description: record.description,
      technicalNumber: record.technicalNumber,
      connectionId: null,
      active: record.active,
      startDate: record.startDate,
      missionTime: record.definition.missionTime,
      fields: await toFurtherChanges(db, 'twin', record.fields),
    });
    await writeParts(call, record, twin.id);
  },
  async update(call, record) {
    const { actor } = call;
    const { db } = actor.tenant;
    const twin = await getTwin(db, await findTwin(db, record.asset));
    await updateTwin(actor, twin.id, {
      description: record.description,
      technicalNumber: record.technicalNumber,
      active: record.active,
      startDate: record.startDate,
      missionTime: record.definition.missionTime,
      fields: await toFurtherChanges(db, 'twin', record.fields),
      version: twin.version,
    });
    await writeParts(call, record, twin.id);
  },
  async delete({ actor }, key) {
    await deleteTwin(actor, await findTwin(actor.tenant.db, key));
  },
});

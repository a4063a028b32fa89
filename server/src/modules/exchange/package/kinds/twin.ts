import type { NewTwin } from '@twinward/contracts/twins/twin';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { listAssetIds } from '../../../assets/asset/service.ts';
import { updateStartDates } from '../../../protections/definition/service.ts';
import { requestEvaluations } from '../../../protections/evaluation/service.ts';
import { saveSystemFields } from '../../../records/record-type/service.ts';
import { listAliasesOfTwin, updateAlias } from '../../../twins/alias/service.ts';
import { updateValuesIn } from '../../../twins/parameter/service.ts';
import { createTwinsIn, deleteTwin, getTwin, updateTwin } from '../../../twins/twin/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  type Target,
  type TwinParts,
  writeDefinitions,
} from '../../twin-definition/service.ts';
import { type FurtherValues, listFurtherChanges } from '../further-values.ts';
import { defineKind, type KindCall } from '../kind.ts';
import { findConnections, selectTagIds, selectTwinsOfAssets, selectVersionId } from '../store.ts';
import {
  furtherTypes,
  type TwinRecord,
  toTwinDefinition,
  toTwinRecords,
  twinReferences,
  twinSchema,
} from './twin-record.ts';
import { mergeTraining, writeTraining } from './twin-training.ts';

/** A twin, and the record to apply to it. */
interface TwinToWrite {
  record: TwinRecord;
  twinId: number;
}

/**
 * Writes the parts of twins, in a few statements for all.
 * @param isNew whether their trained patterns may be put in service
 */
async function writeParts(call: KindCall, twins: readonly TwinToWrite[], isNew: boolean): Promise<void> {
  const { actor } = call;
  const { db } = actor.tenant;
  const twinIds = twins.map(({ twinId }) => twinId);
  const before = byId(await lockAndReadTwins(db, twinIds));
  const records = twins.map(({ record }) => record);
  const tagIds = await findTags(db, records);
  const versions = await findVersions(db, records);
  const targets: Target[] = [];
  for (const { record, twinId } of twins) {
    const twin = before.get(twinId)!;
    const { definition, ids } = await toTwinDefinition(call, record, twin);
    const tags = new Map(
      definition.tagAliases.flatMap(({ id, name }) => {
        const tag = findTagId(record, tagIds, name);
        return tag === null ? [] : [[id, tag] as const];
      }),
    );
    const further = new Map(
      Object.entries(record.further).map(([id, { startDate }]) => [
        ids.get(Number(id)) ?? Number(id),
        { fields: {}, startDate: startDate === null ? null : new Date(startDate) },
      ]),
    );
    const modelVersionId = record.model === null ? null : versions.get(versionKey(record.model))!;
    targets.push({ twin, definition, modelVersionId, tags, further });
  }
  const options = { checks: new DefinitionChecks(), startPatterns: isNew && call.startPatterns };
  const written = await writeDefinitions(db, actor, targets, options);
  for (const { problem } of written) if (problem !== null) throw new AppError('conflict', problem);
  const now = byId(await readTwins(db, twinIds));
  for (const { record, twinId } of twins) await writeMappings(actor, record, now.get(twinId)!, tagIds);
  await writeValues(actor, targets, now);
  await writeFurther(
    actor,
    twins.map(({ record, twinId }) => ({ record, twin: now.get(twinId)! })),
  );
  await writeTraining(call, new Map(twins.map(({ record, twinId }) => [twinId, record.training])));
}

const byId = (twins: readonly TwinParts[]): Map<number, TwinParts> =>
  new Map(twins.map((twin) => [twin.twinId, twin]));

const versionKey = ({ name, version }: NonNullable<TwinRecord['model']>): string => `${version} ${name}`;

/**
 * Finds the versions of the models in records.
 * @throws AppError `invalid-request`
 */
async function findVersions(db: Db, records: readonly TwinRecord[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (const { model } of records) {
    if (model === null || versions.has(versionKey(model))) continue;
    const [major, minor, patch] = model.version.split('.').map(Number);
    const id = await selectVersionId(db, model.name, { major: major!, minor: minor!, patch: patch! });
    if (id === null)
      refuseProblems([
        {
          path: 'model.version',
          message: `The model ${model.name} has no version ${model.version} in this database.`,
        },
      ]);
    versions.set(versionKey(model), id!);
  }
  return versions;
}

/**
 * Finds the ids of the tags in records.
 * @throws AppError `invalid-request`
 */
async function findTags(db: Db, records: readonly TwinRecord[]): Promise<Map<string, number>> {
  const ids = await selectTagIds(
    db,
    records.flatMap(({ tags }) => Object.values(tags)),
  );
  refuseProblems(
    records.flatMap(({ tags }) =>
      Object.entries(tags).flatMap(([input, name]) =>
        ids.has(name) ? [] : [{ path: `tags.${input}`, message: `There is no tag '${name}'.` }],
      ),
    ),
  );
  return ids;
}

/** Returns the tag of an input in a record, or null. */
const findTagId = ({ tags }: TwinRecord, ids: ReadonlyMap<string, number>, input: string): number | null =>
  Object.hasOwn(tags, input) ? ids.get(tags[input]!)! : null;

/** Maps the inputs whose tag differs; existing inputs would otherwise keep their tag. */
async function writeMappings(
  actor: Actor,
  record: TwinRecord,
  { twinId, definition, mappedTags }: TwinParts,
  tagIds: ReadonlyMap<string, number>,
): Promise<void> {
  const isAsWanted = definition.tagAliases.every(
    ({ id, name }) => (mappedTags.get(id)?.id ?? null) === findTagId(record, tagIds, name),
  );
  if (isAsWanted) return;
  for (const alias of await listAliasesOfTwin(actor.tenant.db, twinId)) {
    const mappedTagId = findTagId(record, tagIds, alias.name);
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

/** Sets the values of parameters; existing parameters would otherwise keep theirs. */
async function writeValues(
  actor: Actor,
  targets: readonly Target[],
  now: ReadonlyMap<number, TwinParts>,
): Promise<void> {
  const changed = targets.flatMap(({ twin: { twinId }, definition: { parameters } }) => {
    const values = new Map(parameters.map((one) => [one.name, one.default]));
    return now.get(twinId)!.definition.parameters.flatMap(({ name, default: before }) => {
      const value = values.get(name) ?? null;
      return value === before ? [] : [{ twinId, name, value }];
    });
  });
  if (changed.length > 0) await updateValuesIn(actor.tenant.db, actor, changed);
}

/** Sets the further fields and start dates of parts, by kind and name. */
async function writeFurther(
  actor: Actor,
  twins: readonly { record: TwinRecord; twin: TwinParts }[],
): Promise<void> {
  const { db } = actor.tenant;
  for (const [list, type] of furtherTypes) {
    const changed: { id: number; fields: FurtherValues }[] = [];
    const dates: { id: number; start_date: Date | null }[] = [];
    for (const { record, twin } of twins) {
      for (const { id, name } of record.definition[list]) {
        const wanted = record.further[id];
        const part = twin.definition[list].find((one) => one.name === name);
        if (!part) continue;
        const rowId = twin.rows.get(part.id)!;
        const before = twin.further.get(part.id);
        const fields = wanted?.fields ?? {};
        if (Object.keys(fields).length > 0 || Object.keys(before?.fields ?? {}).length > 0)
          changed.push({ id: rowId, fields });
        const start = wanted?.startDate ? new Date(wanted.startDate) : null;
        if (type === 'protection' && (before?.startDate ?? null)?.getTime() !== start?.getTime())
          dates.push({ id: rowId, start_date: start });
      }
    }
    const changes = await listFurtherChanges(
      db,
      type,
      changed.map(({ fields }) => fields),
    );
    const saved = changed.map(({ id }, place) => ({ id, isNew: false, changes: changes[place]! }));
    await saveSystemFields(db, actor, type, saved, { path: 'further' });
    await updateStartDates(db, dates);
    await requestEvaluations(
      db,
      dates.map(({ id }) => id),
    );
  }
}

/**
 * Converts records to twins, without their parts.
 * @throws AppError `invalid-request`
 */
async function toTwins(db: Db, records: readonly TwinRecord[]): Promise<Omit<NewTwin, 'assetId'>[]> {
  const connections = await findConnections(db, records);
  const further = await listFurtherChanges(
    db,
    'twin',
    records.map(({ fields }) => fields),
  );
  return records.map((record, place) => ({
    description: record.description,
    technicalNumber: record.technicalNumber,
    connectionId: connections.get(record.connection ?? '') ?? null,
    active: record.active,
    startDate: record.startDate,
    missionTime: record.definition.missionTime,
    fields: further[place]!,
  }));
}

async function createTwins(call: KindCall, records: readonly TwinRecord[]): Promise<void> {
  const { actor } = call;
  const { db } = actor.tenant;
  const assets = await listAssetIds(
    db,
    records.map(({ asset }) => asset),
  );
  refuseProblems(
    records.flatMap(({ asset }) =>
      assets.has(asset) ? [] : [{ path: 'asset', message: `There is no asset '${asset}'.` }],
    ),
  );
  const twins = await toTwins(db, records);
  const getAssetId = ({ asset }: TwinRecord): number => assets.get(asset)!;
  const ids = await createTwinsIn(
    db,
    actor,
    records.map((record, place) => ({ ...twins[place]!, assetId: getAssetId(record) })),
  );
  const made = records.map((record) => ({ record, twinId: ids.get(getAssetId(record))! }));
  await writeParts(call, made, true);
}

const findTwin = async (db: Db, key: string): Promise<number> =>
  found((await selectTwinsOfAssets(db, [key]))[0] ?? null, 'Twin').id;

/** Twins with their parts, by the unique id of their assets. */
export const twinKind = defineKind<TwinRecord>({
  name: 'twin',
  caption: 'Twins',
  access: 'write:twin',
  schema: twinSchema,
  toKey: ({ asset }) => asset,
  listReferences: twinReferences,
  listUsers: ({ users }) => users,
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const twins = await selectTwinsOfAssets(db, keys);
    const ids = twins.map(({ id }) => id);
    return toTwinRecords(db, twins, await readTwins(db, ids));
  },
  create: (call, record) => createTwins(call, [record]),
  createAll: createTwins,
  async update(call, record) {
    const { actor } = call;
    const { db } = actor.tenant;
    const { id, version } = await getTwin(db, await findTwin(db, record.asset));
    const [twin] = await toTwins(db, [record]);
    await updateTwin(actor, id, { ...twin!, version });
    await writeParts(call, [{ record, twinId: id }], false);
  },
  async delete({ actor }, key) {
    await deleteTwin(actor, await findTwin(actor.tenant.db, key));
  },
  merged: ({ isRollBack }, record, { training }) =>
    isRollBack
      ? record
      : { ...record, training: mergeTraining(record.training, training, record.definition.indicators) },
});

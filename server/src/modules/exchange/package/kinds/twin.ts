import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { getAssetsByUniqueId } from '../../../assets/asset/service.ts';
import { updateStartDates } from '../../../protections/definition/service.ts';
import { requestEvaluations } from '../../../protections/evaluation/service.ts';
import { saveSystemFields } from '../../../records/record-type/service.ts';
import { listAliasesOfTwin, updateAlias } from '../../../twins/alias/service.ts';
import { listParameters, updateValuesIn } from '../../../twins/parameter/service.ts';
import { createTwin, deleteTwin, getTwin, updateTwin } from '../../../twins/twin/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  type TwinParts,
  writeDefinitions,
} from '../../twin-definition/service.ts';
import { toFurtherChanges } from '../further-values.ts';
import { defineKind, type KindCall } from '../kind.ts';
import {
  selectConnections,
  selectKeys,
  selectTagIds,
  selectTwinsOfAssets,
  selectVersionId,
} from '../store.ts';
import {
  furtherTypes,
  type TwinRecord,
  toTwinDefinition,
  toTwinRecords,
  twinReferences,
  twinSchema,
} from './twin-record.ts';

/** Writes the parts of a twin. @param isNew whether its trained patterns may go into service */
async function writeParts(call: KindCall, record: TwinRecord, twinId: number, isNew: boolean): Promise<void> {
  const { actor } = call;
  const { db } = actor.tenant;
  const [twin] = await lockAndReadTwins(db, [twinId]);
  const { definition, ids } = await toTwinDefinition(call, record, twin!);
  const wanted = await findTags(db, record);
  const tags = new Map(
    definition.tagAliases.flatMap(({ id, name }) => {
      const tag = wanted.get(name);
      return tag === undefined ? [] : [[id, tag] as const];
    }),
  );
  const further = new Map(
    Object.entries(record.further).map(([id, { startDate }]) => [
      ids.get(Number(id)) ?? Number(id),
      { fields: {}, startDate: startDate === null ? null : new Date(startDate) },
    ]),
  );
  const target = { twin: twin!, definition, modelVersionId: await findVersion(db, record), tags, further };
  const options = { checks: new DefinitionChecks(), startPatterns: isNew && call.startPatterns };
  const [written] = await writeDefinitions(db, actor, [target], options);
  if (written!.problem !== null) throw new AppError('conflict', written!.problem);
  await writeMappings(actor, twinId, wanted);
  await writeParameters(actor, twinId, definition);
  const [now] = await readTwins(db, [twinId]);
  await writeFurther(actor, record, now!);
}

/** The version of the model of a record; null without a model. @throws AppError `invalid-request` */
async function findVersion(db: Db, { model }: TwinRecord): Promise<number | null> {
  if (model === null) return null;
  const [major, minor, patch] = model.version.split('.').map(Number);
  const id = await selectVersionId(db, model.name, { major: major!, minor: minor!, patch: patch! });
  if (id === null)
    refuseProblems([
      { path: 'model.version', message: `The model ${model.name} has no version ${model.version} here.` },
    ]);
  return id;
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
  if (declared.length === 0) return;
  const { db } = actor.tenant;
  const values = new Map(declared.map((one) => [one.name, one.default]));
  const changed = (await listParameters(db, twinId)).flatMap(({ name, value: before }) => {
    const value = values.get(name) ?? null;
    return value === before ? [] : [{ twinId, name, value }];
  });
  if (changed.length > 0) await updateValuesIn(db, actor, changed);
}

/** Gives parts their further fields and start dates, by kind and name. */
async function writeFurther(actor: Actor, record: TwinRecord, twin: TwinParts): Promise<void> {
  const { db } = actor.tenant;
  for (const [list, type] of furtherTypes) {
    const changes: { id: number; isNew: boolean; changes: Record<string, unknown> }[] = [];
    const dates: { id: number; start_date: Date | null }[] = [];
    for (const { id, name } of record.definition[list]) {
      const wanted = record.further[id];
      const part = twin.definition[list].find((one) => one.name === name);
      if (!part) continue;
      const rowId = twin.rows.get(part.id)!;
      const before = twin.further.get(part.id);
      const fields = wanted?.fields ?? {};
      if (Object.keys(fields).length > 0 || Object.keys(before?.fields ?? {}).length > 0)
        changes.push({ id: rowId, isNew: false, changes: await toFurtherChanges(db, type, fields) });
      const start = wanted?.startDate ? new Date(wanted.startDate) : null;
      if (type === 'protection' && (before?.startDate ?? null)?.getTime() !== start?.getTime())
        dates.push({ id: rowId, start_date: start });
    }
    await saveSystemFields(db, actor, type, changes as Parameters<typeof saveSystemFields>[3], {
      path: 'further',
    });
    await updateStartDates(db, dates);
    await requestEvaluations(
      db,
      dates.map(({ id }) => id),
    );
  }
}

const findTwin = async (db: Db, key: string): Promise<number> =>
  found((await selectTwinsOfAssets(db, [key]))[0] ?? null, 'Twin').id;

const findConnection = async (db: Db, { connection }: TwinRecord): Promise<number | null> =>
  connection === null ? null : ((await selectConnections(db, [connection]))[0]?.id ?? null);

/** Twins with their parts, by the unique id of their assets. */
export const twinKind = defineKind<TwinRecord>({
  name: 'twin',
  caption: 'Twins',
  access: 'write:twin',
  schema: twinSchema,
  keyOf: ({ asset }) => asset,
  referencesOf: twinReferences,
  usersOf: ({ users }) => users,
  listKeys: ({ actor }) => selectKeys(actor.tenant.db, 'twin'),
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const twins = await selectTwinsOfAssets(db, keys);
    const ids = twins.map(({ id }) => id);
    return toTwinRecords(db, twins, await readTwins(db, ids));
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
      connectionId: await findConnection(db, record),
      active: record.active,
      startDate: record.startDate,
      missionTime: record.definition.missionTime,
      fields: await toFurtherChanges(db, 'twin', record.fields),
    });
    await writeParts(call, record, twin.id, true);
  },
  async update(call, record) {
    const { actor } = call;
    const { db } = actor.tenant;
    const twin = await getTwin(db, await findTwin(db, record.asset));
    await updateTwin(actor, twin.id, {
      description: record.description,
      technicalNumber: record.technicalNumber,
      connectionId: await findConnection(db, record),
      active: record.active,
      startDate: record.startDate,
      missionTime: record.definition.missionTime,
      fields: await toFurtherChanges(db, 'twin', record.fields),
      version: twin.version,
    });
    await writeParts(call, record, twin.id, false);
  },
  async delete({ actor }, key) {
    await deleteTwin(actor, await findTwin(actor.tenant.db, key));
  },
});

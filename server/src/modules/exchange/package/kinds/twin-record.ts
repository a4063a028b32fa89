import { largestInteger } from '@twinward/contracts/core/primitives';
import { type ModelDefinition, maximumPartId, modelDefinition } from '@twinward/contracts/library/definition';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { newTwin } from '@twinward/contracts/twins/twin';
import { numberParts, reusePartIds } from '@twinward/domain/exchange/twin-parts';
import { listGroupNames, withUsers } from '@twinward/domain/library/principals';
import { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import { renumberModel, type TwinParts } from '../../twin-definition/service.ts';
import { furtherValues, toFurtherValues } from '../further-values.ts';
import type { KindCall, NamedReference } from '../kind.ts';
import { findUserIds, placeUsers, readUserNames } from '../principals.ts';
import { selectConnectionNames, selectVersionNames, type TwinRow } from '../store.ts';
import { readTraining, trainingSchema } from './twin-training.ts';

const { description, technicalNumber, active, startDate } = newTwin.shape;
const part = z.number().int().positive();

export const twinSchema = z.strictObject({
  asset: z.string().min(1).max(100).describe('Its unique id'),
  description,
  technicalNumber,
  active,
  startDate,
  connection: z.string().max(100).nullable().default(null).describe('That takes the work requested for it'),
  fields: furtherValues,
  model: z
    .strictObject({
      name: z.string().max(200),
      version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/),
      parts: z
        .array(part)
        .max(5000)
        .describe('The parts of `definition` that the model has; the others are the twin’s own'),
      tags: z.record(z.string().max(100), part).describe('By name of a calculated tag the part of the model'),
    })
    .nullable()
    .default(null)
    .describe('That the twin was made of'),
  definition: modelDefinition.describe(
    'Its parts. Users in actions are places in `users`, from 1; calculated tags stand with the tags',
  ),
  further: z
    .record(
      z.string().regex(/^\d{1,10}$/),
      z.strictObject({ fields: furtherValues, startDate: z.iso.datetime().nullable().default(null) }),
    )
    .default({})
    .describe('By part: its further fields, and from when a protection counts an activity'),
  training: trainingSchema,
  users: z.array(z.string().max(200)).max(1000).default([]).describe('User names'),
  tags: z
    .record(z.string().max(100), z.string().max(200))
    .default({})
    .describe('By input the name of its tag'),
});
export type TwinRecord = z.infer<typeof twinSchema>;

/** The kinds of parts that have further fields, with their record types. */
export const furtherTypes = [
  ['failureModes', 'failure-mode'],
  ['activities', 'activity'],
  ['indicators', 'protection'],
] as const satisfies readonly (readonly [keyof ModelDefinition, SystemType])[];

/** Returns the exported part of a definition, without calculated tags, which are separate records. */
const toPortable = (definition: ModelDefinition): ModelDefinition => ({
  ...definition,
  tags: [],
  tagAliases: definition.tagAliases.map((input) => ({ ...input, tagNamePattern: null })),
});

const withTrainedModels = (
  definition: ModelDefinition,
  ids: ReadonlyMap<number, number>,
): ModelDefinition => ({
  ...definition,
  indicators: definition.indicators.map((indicator) => {
    const model = indicator.patterns?.model ?? null;
    if (model === null) return indicator;
    return { ...indicator, patterns: { ...indicator.patterns!, model: renumberModel(model, ids) } };
  }),
});

const listPartIds = (definition: ModelDefinition): number[] =>
  [
    ...definition.parameters,
    ...definition.tagAliases,
    ...definition.failureModes,
    ...definition.activities,
    ...definition.indicators,
    ...definition.indicators.flatMap(({ thresholds }) => thresholds),
  ].map(({ id }) => id!);

/** Returns the ids of the parts that a twin has from its model. */
const listModelPartIds = (parts: TwinParts): Set<number> =>
  new Set(
    parts.modelVersionId === null ? [] : listPartIds(parts.definition).filter((id) => id <= maximumPartId),
  );

export async function toTwinRecords(
  db: Db,
  twins: readonly TwinRow[],
  parts: readonly TwinParts[],
): Promise<Map<string, TwinRecord>> {
  const rows = new Map(twins.map((twin) => [twin.id, twin]));
  const further = await toFurtherValues(
    db,
    'twin',
    parts.map(({ twinId }) => rows.get(twinId)!.fields),
  );
  const versionIds = parts.flatMap(({ modelVersionId }) => modelVersionId ?? []);
  const versions = new Map((await selectVersionNames(db, versionIds)).map((row) => [row.id, row]));
  const connections = await selectConnectionNames(
    db,
    twins.flatMap(({ connection_id }) => connection_id ?? []),
  );
  const userNames = await readUserNames(
    db,
    parts.map(({ definition }) => definition),
  );
  const furtherOfParts = await readFurther(db, parts);
  const training = await readTraining(
    db,
    parts.map(({ twinId }) => twinId),
  );
  return new Map(
    parts.map((twin, place) => {
      const { uniqueId, definition } = twin;
      const row = rows.get(twin.twinId)!;
      const modelParts = listModelPartIds(twin);
      const { definition: numbered, ids } = numberParts(toPortable(definition), modelParts);
      const { users, places } = placeUsers([definition], userNames);
      const version = twin.modelVersionId === null ? undefined : versions.get(twin.modelVersionId);
      const record: TwinRecord = {
        asset: uniqueId,
        description: row.description,
        technicalNumber: row.technical_number,
        active: row.active,
        startDate: row.start_date?.toISOString() ?? null,
        connection: connections.get(row.connection_id ?? 0) ?? null,
        fields: further[place]!,
        model: version
          ? {
              name: version.name,
              version: `${version.major}.${version.minor}.${version.patch}`,
              parts: [...modelParts].sort((one, other) => one - other),
              tags: Object.fromEntries(
                definition.tags.filter(({ id }) => id <= maximumPartId).map(({ name, id }) => [name, id]),
              ),
            }
          : null,
        definition: withUsers(withTrainedModels(numbered, ids), places),
        further: Object.fromEntries(
          (furtherOfParts.get(twin.twinId) ?? []).map(([id, values]) => [ids.get(id) ?? id, values]),
        ),
        training: training.get(twin.twinId),
        users,
        tags: Object.fromEntries(
          definition.tagAliases.flatMap(({ id, name }) => {
            const tag = twin.mappedTags.get(id);
            return tag === undefined ? [] : [[name, tag.name] as const];
          }),
        ),
      };
      return [uniqueId, record];
    }),
  );
}

/** Reads the further fields and the start dates of parts that have them, by twin. */
async function readFurther(
  db: Db,
  twins: readonly TwinParts[],
): Promise<Map<number, [number, TwinRecord['further'][string]][]>> {
  const found = new Map<number, [number, TwinRecord['further'][string]][]>();
  for (const [list, type] of furtherTypes) {
    const rows = twins.flatMap((twin) =>
      twin.definition[list].flatMap(({ id }) => {
        const own = twin.further.get(id);
        if (!own || (own.startDate === null && Object.keys(own.fields).length === 0)) return [];
        return [{ twinId: twin.twinId, id, ...own }];
      }),
    );
    if (rows.length === 0) continue;
    const values = await toFurtherValues(
      db,
      type,
      rows.map(({ fields }) => fields),
    );
    for (const [place, { twinId, id, startDate: from }] of rows.entries()) {
      const own = found.get(twinId) ?? [];
      own.push([id, { fields: values[place]!, startDate: from?.toISOString() ?? null }]);
      found.set(twinId, own);
    }
  }
  return found;
}

/** More than the parts of any definition. */
const maximumFresh = 100_000;
// Ids of the twin's own parts are greater than those of models.
if (largestInteger - maximumFresh <= maximumPartId) throw new Error('No free ids.');

/** Returns the definition with the ids that users and parts have here, and these ids by those of the record. */
export async function toTwinDefinition(
  call: KindCall,
  record: TwinRecord,
  twin: TwinParts,
): Promise<{ definition: ModelDefinition; ids: ReadonlyMap<number, number> }> {
  const users = await findUserIds(call, record.users);
  const firstFree = largestInteger - maximumFresh;
  const modelParts = new Set(record.model?.parts ?? []);
  const { definition, ids } = reusePartIds(withUsers(record.definition, users), twin.definition, {
    firstFree,
    modelParts,
  });
  // Calculated tags keep their ids, as parts of the model or the twin's own.
  let free = firstFree + maximumFresh / 2;
  const tags = twin.definition.tags.map((tag) => {
    const ofModel = record.model?.tags[tag.name];
    return { ...tag, id: ofModel ?? (tag.id > maximumPartId ? tag.id : free++) };
  });
  return { definition: { ...withTrainedModels(definition, ids), tags }, ids };
}

export function twinReferences({
  asset,
  connection,
  model,
  definition,
  further,
  tags,
  fields,
}: TwinRecord): NamedReference[] {
  const units = [...definition.tagAliases, ...definition.parameters].flatMap(({ unit }) => unit ?? []);
  const hasFields = (one: Record<string, unknown>) => Object.keys(one).length > 0;
  const typesOfParts = furtherTypes.flatMap(([list, type]) =>
    definition[list].some(({ id }) => hasFields(further[id]?.fields ?? {})) ? [type] : [],
  );
  return [
    { kind: 'asset', key: asset, path: 'asset' },
    ...(connection === null
      ? []
      : [{ kind: 'connection', key: connection, path: 'connection', optional: true as const }]),
    ...(model === null ? [] : [{ kind: 'model', key: model.name, path: 'model' }]),
    ...Object.entries(tags).map(([input, key]) => ({ kind: 'tag', key, path: `tags.${input}` })),
    ...listGroupNames(definition).map((key) => ({ kind: 'group', key, path: 'definition.indicators' })),
    ...[...new Set(units)].map((key) => ({
      kind: 'unit',
      key,
      path: 'definition',
      optional: true as const,
    })),
    ...(hasFields(fields) ? [{ kind: 'record-type', key: 'twin', path: 'fields' }] : []),
    ...typesOfParts.map((key) => ({ kind: 'record-type', key, path: 'further' })),
  ];
}

import type { Asset } from '@twinward/contracts/assets/asset';
import { type ModelDefinition, maximumPartId } from '@twinward/contracts/library/definition';
import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import { aliasReferences } from '@twinward/domain/language';
import { mergeDefinitions } from '@twinward/domain/library/merge';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import type { CommandCall } from '../../jobs/command/service.ts';
import { getKnownHistory } from '../../proof/protection-score/service.ts';
import { type DefinitionWithModel, listDefinitionsWithModels } from '../../protections/evaluation/service.ts';
import type { Changer } from '../../twins/alias/events.ts';
import { insertTwinBlock } from '../../twins/twin/service.ts';
import { proposePlacements } from '../model-placement/service.ts';
import {
  createTargetOfNewTwin,
  type DefinitionChecks,
  lockAndReadTwins,
  readTwins,
  type Target,
  type TwinParts,
  type Written,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { getPublishedVersions } from '../twin-model/service.ts';

/** A draft that is tried on assets. */
export interface Draft {
  modelId: number;
  versionId: number;
  definition: ModelDefinition;
  /** For assets without a twin: inputs are mapped to tags from this score on. */
  minimumScore: number;
  by: Changer;
  checks: DefinitionChecks;
}

/** The logic of a protection, with the data to score its excursions. */
export interface TriedProtection {
  stored: DefinitionWithModel;
  failureModeIds: readonly number[];
  history: KnownHistory;
  /** Why it cannot be simulated. */
  problem: string | null;
}

/** The result of a draft on one asset. */
export interface Trial {
  /** Parts changed by both, in which the twin's version is kept. */
  conflicts: number;
  /** Protections in the order of the draft, then those that it removes. */
  protections: {
    partId: number;
    name: string;
    now: TriedProtection | null;
    draft: TriedProtection | null;
  }[];
}

/**
 * Upgrades the asset's twin to the draft, or applies the draft to an asset without one; reads what would be evaluated
 * then, and rolls everything back.
 * @returns the message if the draft cannot be applied to the asset.
 */
export async function tryDraft(call: CommandCall, draft: Draft, asset: Asset): Promise<Trial | string> {
  let result: Trial | string | undefined;
  const rollBack = new Error('A trial ends by rolling back.');
  try {
    await call.transaction(async (db) => {
      result = await tryOn(db, draft, asset);
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return result as Trial | string;
}

async function tryOn(db: Db, draft: Draft, asset: Asset): Promise<Trial | string> {
  const planned =
    asset.twinId === null ? await planNew(db, draft, asset) : await planUpgrade(db, draft, asset.twinId);
  if (typeof planned === 'string') return planned;
  const { target, conflicts } = planned;
  const { twinId } = target.twin;
  const before: Protections = asset.twinId === null ? new Map() : await readProtections(db, target.twin);
  const [written] = await writeDefinitions(db, draft.by, [target], {
    checks: draft.checks,
    startPatterns: true,
  });
  if (written!.problem !== null) return written!.problem;
  const twin = found((await readTwins(db, [twinId]))[0], 'Twin');
  const after = withoutTrained(before, await readProtections(db, twin, tagsToCome(twin, written!)));
  const indicators = [...draft.definition.indicators, ...target.twin.definition.indicators];
  const names = new Map(indicators.map(({ id, name }) => [id, name]));
  return {
    conflicts,
    protections: [...names]
      .filter(([partId]) => after.has(partId) || before.has(partId))
      .map(([partId, name]) => ({
        partId,
        name,
        now: before.get(partId) ?? null,
        draft: after.get(partId) ?? null,
      })),
  };
}

interface Planned {
  target: Target;
  conflicts: number;
}

async function planUpgrade(
  db: Db,
  { modelId, versionId, definition: model }: Draft,
  twinId: number,
): Promise<Planned | string> {
  const twin = found((await lockAndReadTwins(db, [twinId]))[0], 'Twin');
  const { modelVersionId } = twin;
  const base =
    modelVersionId === null ? null : (await getPublishedVersions(db, [modelVersionId])).get(modelVersionId);
  if (!base) return 'The twin was not created from a model.';
  if (base.modelId !== modelId) return `The twin was created from another model, ${base.modelName}.`;
  const merged = mergeDefinitions(base.definition, model, twin.definition);
  const conflicts = merged.parts.filter(({ outcome }) => outcome === 'conflict').length;
  const { definition } = merged.resolve(() => 'twin');
  return { target: { twin, definition, modelVersionId: versionId }, conflicts };
}

async function planNew(
  db: Db,
  { versionId, definition, minimumScore }: Draft,
  asset: Asset,
): Promise<Planned> {
  const [placement] = await proposePlacements(db, { definition, assets: [asset], minimumScore });
  const { id, technicalNumber } = asset;
  const twin = {
    asset_id: id,
    description: '',
    technical_number: technicalNumber,
    connection_id: null,
    active: false,
    start_date: null,
    mission_time: null,
  };
  const twinIds = await insertTwinBlock(db, [twin]);
  const tags = placement!.inputs.flatMap(({ partId, tagId }) =>
    tagId === null ? [] : [[partId, tagId] as const],
  );
  const target = createTargetOfNewTwin(found(twinIds.get(id), 'Asset'), asset, {
    definition,
    modelVersionId: versionId,
    tags: new Map(tags),
  });
  return { target, conflicts: 0 };
}

type Protections = Map<number, TriedProtection>;

/** Reads the protections that a twin has from the model, by part. */
async function readProtections(
  db: Db,
  twin: TwinParts,
  tagsToCome: ReadonlySet<number> = new Set(),
): Promise<Protections> {
  const indicators = twin.definition.indicators.filter(({ id }) => id <= maximumPartId);
  const getRow = (partId: number) => twin.rows.get(partId)!;
  const definitions = await listDefinitionsWithModels(
    db,
    indicators.map(({ id }) => getRow(id)),
  );
  const history = await getKnownHistory(db, twin.twinId);
  return new Map(
    indicators.map(({ id, failureModeIds }) => {
      const stored = definitions.get(getRow(id))!;
      const [toCome] = [...stored.sources].filter(([, { tagId }]) => tagsToCome.has(tagId));
      const problem = toCome
        ? `The input [${toCome[0]}] has no points from the draft yet. It is calculated after twins are upgraded.`
        : stored.problem;
      return [id, { stored, failureModeIds: failureModeIds.map(getRow), history, problem }];
    }),
  );
}

/** A trained model is loaded by its checksum once a twin has it: models that come with the draft are omitted. */
function withoutTrained(before: Protections, after: Protections): Protections {
  for (const [partId, one] of after) {
    const { classifier } = one.stored.definition;
    const old = before.get(partId)?.stored.definition.classifier;
    if (classifier && classifier.checksum !== old?.checksum) {
      one.problem ??= 'The trained model of the draft is used after twins are upgraded.';
    }
  }
  return after;
}

/** Returns the calculated tags without valid points before an upgrade: those with new logic, and those that read one. */
function tagsToCome({ definition, mappedTags, rows }: TwinParts, { differences }: Written): Set<number> {
  const changed = differences.flatMap(({ kind, id, change, fields }) =>
    kind === 'tags' &&
    (change === 'added' || fields.some(({ field }) => field === 'logic' || field === 'unit'))
      ? [rows.get(id!)!]
      : [],
  );
  const toCome = new Set(changed);
  const inputs = new Map(definition.tagAliases.map(({ id, name }) => [name, mappedTags.get(id)?.id]));
  const tags = new Map(definition.tags.map(({ id, name }) => [name, rows.get(id)]));
  for (let known = -1; known < toCome.size; ) {
    known = toCome.size;
    for (const { id, logic } of definition.tags) {
      const read = aliasReferences(logic).map(({ name }) => (inputs.has(name) ? inputs : tags).get(name));
      if (read.some((tagId) => tagId !== undefined && toCome.has(tagId))) toCome.add(rows.get(id)!);
    }
  }
  return toCome;
}

import { hasAccess } from '@twinward/contracts/access/access';
import type { ListRequest, Page, Paging } from '@twinward/contracts/core/list';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { TwinModel, TwinModelSummary, TwinModelVersion } from '@twinward/contracts/library/twin-model';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { pageRequest } from '../../../platform/database/list.ts';
import { found } from '../../../platform/errors.ts';
import { getAsset } from '../../assets/asset/service.ts';
import { toClassification } from '../../assets/taxonomy/service.ts';
import {
  type ModelRow,
  type NamedVersionRow,
  selectDraft,
  selectLastPartId,
  selectModel,
  selectModelPage,
  selectModelsForTaxonomy,
  selectNewestVersion,
  selectPublishedVersion,
  selectVersion,
  selectVersionPage,
  selectVersions,
  type VersionRow,
  type Viewer,
} from './store.ts';

export const toViewer = (actor: Doer): Viewer => ({
  userId: actor.userId,
  seesPrivate: hasAccess(actor, 'system'),
});

function toSummary(actor: Doer, row: ModelRow): TwinModelSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    active: row.active,
    taxonomyId: row.taxonomy_id,
    ...toClassification(row),
    author: row.author,
    manufacturer: row.manufacturer,
    model: row.model,
    accessLevel: row.access_level,
    isStarter: row.is_starter,
    versionId: row.version_id,
    major: row.major,
    minor: row.minor,
    patch: row.patch,
    state: row.state,
    draftVersionId: row.draft_version_id,
    twinCount: row.twin_count,
    outdatedCount: row.outdated_count,
    mayEdit: hasAccess(actor, 'write:library-model'),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Returns a model at one of its versions. */
export async function toModel(db: Db, actor: Doer, row: ModelRow, version: VersionRow): Promise<TwinModel> {
  const { id: versionId, state, major, minor, patch, notes } = version;
  return {
    ...toSummary(actor, row),
    versionId,
    state,
    major,
    minor,
    patch,
    notes,
    definition: version.definition,
    lastPartId: await selectLastPartId(db, row.id),
    version: row.version,
  };
}

/** Lists the models that the user may see. */
export async function listModels(actor: Actor, request: ListRequest): Promise<Page<TwinModelSummary>> {
  const { records, total } = await selectModelPage(actor.tenant.db, toViewer(actor), request);
  return { records: records.map((row) => toSummary(actor, row)), total };
}

/** Maximum number of models proposed for an asset. */
const maximumProposed = 5;

/**
 * Lists the models that may suit an asset by its taxonomy; none if it has a twin.
 * @throws AppError `not-found`.
 */
export async function listModelsForAsset(actor: Actor, assetId: number): Promise<TwinModelSummary[]> {
  const { db } = actor.tenant;
  const { isEquipment, twinId, type, class: ofClass, category } = await getAsset(db, assetId);
  const taxonomyIds = [type, ofClass, category].flatMap((entry) => entry?.id ?? []);
  if (!isEquipment || twinId !== null || taxonomyIds.length === 0) return [];
  const rows = await selectModelsForTaxonomy(db, toViewer(actor), taxonomyIds, maximumProposed);
  return rows.map((row) => toSummary(actor, row));
}

/** @throws AppError `not-found`, also for another user's private model. */
export async function findModel(db: Db, actor: Doer, id: number): Promise<ModelRow> {
  return found(await selectModel(db, toViewer(actor), id), 'Model');
}

/**
 * Finds a version of a model.
 * @throws AppError `not-found`, also for a version of another model.
 */
async function findVersion(db: Db, modelId: number, versionId: number): Promise<VersionRow> {
  const version = await selectVersion(db, versionId);
  return found(version?.model_id === modelId ? version : null, 'Version');
}

/**
 * Returns a model at a version, by default the newest published one; before the first, its draft.
 * @throws AppError `not-found`.
 */
export async function getModel(actor: Actor, id: number, versionId?: number): Promise<TwinModel> {
  const { db } = actor.tenant;
  const row = await findModel(db, actor, id);
  return toModel(db, actor, row, await findVersion(db, id, versionId ?? row.version_id));
}

/** A published version, with its model. */
export interface PublishedVersion {
  modelId: number;
  modelName: string;
  /** False for a retired model. */
  active: boolean;
  versionId: number;
  major: number;
  minor: number;
  patch: number;
  /** What it changes. */
  notes: string;
  definition: ModelDefinition;
}

/** Finds a published version of a model that the user may see, by default the newest one. */
export async function findPublishedVersion(
  db: Db,
  actor: Actor,
  modelId: number,
  versionId?: number,
): Promise<PublishedVersion | null> {
  const version = await selectPublishedVersion(db, toViewer(actor), modelId, versionId);
  return version && toPublished(version);
}

/**
 * Returns a published version that twins can be created from or upgraded to, by default the newest one.
 * @throws AppError `not-found` without one that the user may see.
 */
export async function getPublishedVersion(
  db: Db,
  actor: Actor,
  modelId: number,
  versionId?: number,
): Promise<PublishedVersion> {
  const version = await findPublishedVersion(db, actor, modelId, versionId);
  if (version) return version;
  await findModel(db, actor, modelId);
  if (versionId !== undefined) await findVersion(db, modelId, versionId);
  return found<PublishedVersion>(null, 'Published version');
}

/** Returns published versions by their ids, without checking access, for the twins that are at them. */
export async function getPublishedVersions(
  db: Db,
  versionIds: readonly number[],
): Promise<Map<number, PublishedVersion>> {
  const versions = await selectVersions(db, versionIds);
  return new Map(versions.map((version) => [version.id, toPublished(version)]));
}

const toPublished = ({ state, id, ...version }: NamedVersionRow): PublishedVersion => ({
  ...fromRow(version),
  versionId: id,
});

/** @throws AppError `not-found`. */
export async function listVersions(
  actor: Actor,
  id: number,
  paging: Paging,
): Promise<Page<TwinModelVersion>> {
  const { db } = actor.tenant;
  await findModel(db, actor, id);
  const page = pageRequest(paging);
  const { records, total } = await selectVersionPage(db, id, page);
  return {
    records: records.map(({ id, user_name, ...row }) => ({
      ...fromRow(row),
      versionId: id,
      publishedBy: user_name,
    })),
    total,
  };
}

/**
 * Reads two definitions of a model, to compare them.
 * @throws AppError `not-found`.
 */
export async function readTwoVersions(
  actor: Actor,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<{ before: ModelDefinition; after: ModelDefinition }> {
  const { db } = actor.tenant;
  await findModel(db, actor, id);
  const before = await findVersion(db, id, from);
  const after = await findVersion(db, id, to);
  return { before: before.definition, after: after.definition };
}

/**
 * Reads the draft of a model, and its newest published version.
 * @throws AppError `not-found` without a draft.
 */
export async function readDraft(
  db: Db,
  modelId: number,
): Promise<{ draft: VersionRow; newest: VersionRow | null }> {
  const draft = found(await selectDraft(db, modelId), 'Draft');
  return { draft, newest: await selectNewestVersion(db, modelId) };
}

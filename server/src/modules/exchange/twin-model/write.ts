import { isDeepStrictEqual } from 'node:util';
import { type ModelDefinition, modelDefinition } from '@twinward/contracts/library/definition';
import type {
  AccessLevel,
  NewTwinModel,
  TwinModel,
  TwinModelChange,
} from '@twinward/contracts/library/twin-model';
import { differences } from '@twinward/domain/library/differences';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { readTwinDefinition } from '../twin-definition/service.ts';
import { findModel, toModel, toViewer } from './read.ts';
import {
  countTwins,
  deleteModelRow,
  deleteVersionRow,
  insertModel,
  insertVersion,
  lockModel,
  type ModelRow,
  selectDraft,
  selectModel,
  selectNewestVersion,
  selectVersion,
  taxonomyExists,
  updateModelRow,
  updateVersionRow,
  type VersionRow,
} from './store.ts';

type Facts = Omit<NewTwinModel, 'from'> & { active?: boolean };

const toRow = (facts: Facts) => ({
  name: facts.name,
  description: facts.description,
  taxonomy_id: facts.taxonomyId,
  author: facts.author,
  manufacturer: facts.manufacturer,
  model: facts.model,
  access_level: facts.accessLevel,
});

export const audit = new EntityAudit('twin-model', (row: ModelRow) => ({
  id: row.id,
  name: row.name,
  facts: {
    name: row.name,
    description: row.description,
    taxonomyId: row.taxonomy_id,
    author: row.author,
    manufacturer: row.manufacturer,
    model: row.model,
    accessLevel: row.access_level,
    active: row.active,
  },
}));

const nameTaken = (name: string) => `A model named ${name} already exists.`;

async function assertTaxonomy(db: Db, taxonomyId: number | null): Promise<void> {
  if (taxonomyId === null || (await taxonomyExists(db, taxonomyId))) return;
  refuseProblems([{ path: 'taxonomyId', message: `There is no category, class or type ${taxonomyId}.` }]);
}

/**
 * Creates a model with a draft.
 * @throws AppError `invalid-request` for an unknown class, twin or version; `conflict` for a name that is taken.
 */
export function createModel(actor: Actor, { from, ...facts }: NewTwinModel): Promise<TwinModel> {
  return withTransaction(actor.tenant.db, async (db) => {
    await assertTaxonomy(db, facts.taxonomyId);
    const definition = from === null ? modelDefinition.parse({}) : await readSource(db, actor, from);
    const row = { ...toRow(facts), created_by: actor.userId };
    const id = await orNameTaken(insertModel(db, row), nameTaken(facts.name));
    await insertDraft(db, id, { newest: null, notes: '', definition });
    return recordCreated(db, actor, id);
  });
}

async function recordCreated(db: Db, actor: Actor, id: number): Promise<TwinModel> {
  const created = await findModel(db, actor, id);
  await audit.created(db, actor, created);
  return toModel(db, actor, created, found(await selectDraft(db, id), 'Draft'));
}

async function readSource(
  db: Db,
  actor: Actor,
  from: NonNullable<NewTwinModel['from']>,
): Promise<ModelDefinition> {
  if (from.kind === 'twin')
    return orRefuse(readTwinDefinition(db, from.twinId), 'from.twinId', `There is no twin ${from.twinId}.`);
  const version = await selectVersion(db, from.versionId);
  const model = version && (await selectModel(db, toViewer(actor), version.model_id));
  if (model) return version.definition;
  throw refused('from.versionId', `There is no version ${from.versionId} of a model.`);
}

const refused = (path: string, message: string) =>
  new AppError('invalid-request', message, { errors: [{ path, message }] });

/**
 * Turns `not-found` of a record in the body into `invalid-request`: the 404 of a call is about the record in its path.
 */
async function orRefuse<T>(work: Promise<T>, path: string, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.id === 'not-found') throw refused(path, message);
    throw error;
  }
}

/** Inserts a draft. Its number is that of the version that it is based on, or 0.0.0. */
async function insertDraft(
  db: Db,
  modelId: number,
  draft: { newest: VersionRow | null; notes: string; definition: ModelDefinition },
): Promise<void> {
  const { major = 0, minor = 0, patch = 0 } = draft.newest ?? {};
  await insertVersion(db, {
    model_id: modelId,
    state: 'draft',
    major,
    minor,
    patch,
    notes: draft.notes,
    definition: JSON.stringify(draft.definition),
  });
}

/**
 * Locks a model that the user may change (`FOR UPDATE`).
 * @throws AppError `not-found`; `conflict` if it was changed since the given version.
 */
export async function lockEditable(db: Db, actor: Doer, id: number, version?: number): Promise<ModelRow> {
  await lockModel(db, id);
  const row = await findModel(db, actor, id);
  if (version === undefined || row.version === version) return row;
  const shown = found(await shownVersion(db, row), 'Version');
  throw outdated(`The model ${row.name}`, version, await toModel(db, actor, row, shown));
}

/** Returns the draft of a model or, without one, its newest published version. */
const shownVersion = async (db: Db, { id, draft_version_id }: ModelRow) =>
  draft_version_id === null ? selectNewestVersion(db, id) : selectVersion(db, draft_version_id);

/**
 * Changes the properties of a model at once, and its draft.
 * @throws AppError `not-found`; `conflict` if it was changed since the given version, or for a name that is taken;
 *   `forbidden` if it would make another user's model private; `invalid-request` for an unknown class.
 */
export function updateModel(
  actor: Actor,
  id: number,
  { version, notes, definition, ...facts }: TwinModelChange,
): Promise<TwinModel> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockEditable(db, actor, id, version);
    await assertTaxonomy(db, facts.taxonomyId);
    assertStillSeen(actor, old, facts.accessLevel);
    const changes = await writeDraft(db, old, { notes, definition });
    const row = { ...toRow(facts), active: facts.active };
    await orNameTaken(updateModelRow(db, id, row), nameTaken(facts.name));
    const updated = await findModel(db, actor, id);
    await audit.updated(db, actor, old, updated, { ...changes });
    return toModel(db, actor, updated, found(await shownVersion(db, updated), 'Version'));
  });
}

function assertStillSeen(
  actor: Actor,
  { created_by, access_level }: ModelRow,
  accessLevel: AccessLevel,
): void {
  if (accessLevel !== 'private' || access_level === 'private') return;
  if (created_by === actor.userId || toViewer(actor).seesPrivate) return;
  throw new AppError('forbidden', 'Only the creator of a model and administrators can make it private.');
}

/** Maximum number of changed parts that are named in the audit trail. */
const namedChanges = 100;

/**
 * Creates or replaces the draft.
 * @returns the audit entry: the parts that differ from before.
 */
async function writeDraft(
  db: Db,
  { id }: ModelRow,
  { notes, definition }: Pick<TwinModelChange, 'notes' | 'definition'>,
): Promise<Record<string, unknown>> {
  const draft = await selectDraft(db, id);
  const before = draft ?? found(await selectNewestVersion(db, id), 'Version');
  const changed = definition === undefined ? [] : differences(before.definition, definition);
  const isSame = definition === undefined || isDeepStrictEqual(before.definition, definition);
  if (draft === null) {
    if (isSame) return {};
    await insertDraft(db, id, { newest: before, notes, definition });
  } else {
    if (isSame && notes === draft.notes) return {};
    const change = isSame ? {} : { definition: JSON.stringify(definition) };
    await updateVersionRow(db, draft.id, { notes, ...change });
  }
  const names = changed.map(({ change, kind, name }) => [change, kind, name].filter(Boolean).join(' '));
  return { draft: names.slice(0, namedChanges), ...(notes === '' ? {} : { notes }) };
}

const foreignKeyViolation = '23503';

/** @throws AppError `not-found`; `conflict` while twins are made of it. */
export async function deleteModel(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const row = await lockEditable(db, actor, id);
    const count = await countTwins(db, id);
    const refusal = (twins: string) =>
      new AppError(
        'conflict',
        `The model ${row.name} can't be deleted: ${twins} created from it. Retire it instead.`,
      );
    if (count > 0) throw refusal(count === 1 ? '1 twin is' : `${count} twins are`);
    await deleteModelRow(db, id).catch((error: { code?: string }) => {
      // A twin of it was created at this moment.
      throw error.code === foreignKeyViolation ? refusal('twins are') : error;
    });
    await audit.deleted(db, actor, row);
  });
}

/** @throws AppError `not-found`, also without a draft; `conflict` before the first published version. */
export async function discardDraft(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const row = await lockEditable(db, actor, id);
    const draft = found(await selectDraft(db, id), 'Draft');
    if (row.state === 'draft') {
      throw new AppError(
        'conflict',
        'A model without a published version keeps its draft. Delete the model instead.',
      );
    }
    await deleteVersionRow(db, draft.id);
    await updateModelRow(db, id, {});
    await audit.changed(db, actor, row, { old: { draft: 'draft' }, new: { draft: null } });
  });
}

import type { RemoteModel, SharedModel, SharedModelVersion } from '@twinward/contracts/library/remote';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { withoutUsers } from '@twinward/domain/library/principals';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getTaxonomyByCaption } from '../../assets/taxonomy/service.ts';
import { remoteLibrary, type TakenModel } from '../../system/library/service.ts';
import { getSystemSetting, writeSystemSetting } from '../../system/setting/service.ts';
import { getModel } from './read.ts';
import { freeName } from './starter.ts';
import {
  insertModel,
  insertVersion,
  lockRemoteLibrary,
  selectModelIds,
  selectNewestVersion,
  updateModelRow,
} from './store.ts';
import { audit, lockEditable } from './write.ts';

type Numbers = Pick<SharedModel, 'major' | 'minor' | 'patch'>;

const shown = ({ major, minor, patch }: Numbers) => `${major}.${minor}.${patch}`;

const isNewer = (one: Numbers, other: Numbers): boolean =>
  one.major !== other.major
    ? one.major > other.major
    : one.minor !== other.minor
      ? one.minor > other.minor
      : one.patch > other.patch;

/** Compares the models of another installation with those taken from it; records when they were read. */
export async function compareRemote(
  { tenant: { db } }: Actor,
  connectionId: number,
  models: readonly SharedModel[],
): Promise<RemoteModel[]> {
  return withTransaction(db, async (transaction) => {
    const taken = await readTaken(transaction);
    await writeSystemSetting(transaction, remoteLibrary, { taken, lastSync: new Date().toISOString() });
    return models.map((model) => {
      const known = taken.find((one) => isTakenFrom(one, connectionId, model.id));
      const state = !known ? 'new' : isNewer(model, known) ? 'newer' : 'current';
      return { ...model, takenAs: known?.modelId ?? null, state };
    });
  });
}

const isTakenFrom = (one: TakenModel, connectionId: number, remoteId: number): boolean =>
  one.connectionId === connectionId && one.remoteId === remoteId;

/** Reads which of the taken models still exist here; the setting is locked until the transaction ends. */
async function readTaken(db: Db): Promise<TakenModel[]> {
  await lockRemoteLibrary(db);
  const { taken } = await getSystemSetting(db, remoteLibrary);
  const there = new Set(
    await selectModelIds(
      db,
      taken.map(({ modelId }) => modelId),
    ),
  );
  return taken.filter(({ modelId }) => there.has(modelId));
}

/**
 * Imports a model of another installation, or its newest version if it was taken before. A draft here is kept.
 * @throws AppError `conflict` if a version here is as new or newer
 */
export async function importRemote(
  actor: Actor,
  connectionId: number,
  remote: SharedModelVersion,
): Promise<TwinModel> {
  const id = await withTransaction(actor.tenant.db, async (db) => {
    const taken = await readTaken(db);
    const known = taken.find((one) => isTakenFrom(one, connectionId, remote.id));
    const modelId = known
      ? await addVersion(db, actor, known.modelId, remote)
      : await insertTaken(db, actor, remote);
    const { major, minor, patch } = remote;
    const { lastSync } = await getSystemSetting(db, remoteLibrary);
    await writeSystemSetting(db, remoteLibrary, {
      lastSync,
      taken: [
        ...taken.filter((one) => one !== known),
        { modelId, connectionId, remoteId: remote.id, major, minor, patch },
      ],
    });
    return modelId;
  });
  return getModel(actor, id);
}

async function insertTaken(db: Db, actor: Actor, remote: SharedModelVersion): Promise<number> {
  const findClass = await getTaxonomyByCaption(db);
  const [category = null, ofClass, type] = remote.class;
  const name = await freeName(db, remote.name);
  const { description, author, manufacturer, model } = remote;
  const id = await insertModel(db, {
    name,
    description,
    taxonomy_id: (category !== null && findClass({ category, class: ofClass, type })) || null,
    author,
    manufacturer,
    model,
    access_level: 'tenant',
    created_by: actor.userId,
  });
  await insertTakenVersion(db, actor, id, remote);
  await audit.record(db, actor, 'create', { id, name }, { new: { taken: shown(remote) } });
  return id;
}

async function addVersion(db: Db, actor: Actor, id: number, remote: SharedModelVersion): Promise<number> {
  const row = await lockEditable(db, actor, id);
  const newest = await selectNewestVersion(db, id);
  if (newest && !isNewer(remote, newest)) {
    throw new AppError(
      'conflict',
      `The model ${row.name} has version ${shown(newest)} here, and ${shown(remote)} in the other installation.`,
    );
  }
  await insertTakenVersion(db, actor, id, remote);
  await updateModelRow(db, id, {});
  await audit.changed(db, actor, row, {
    old: { published: newest && shown(newest) },
    new: { published: shown(remote) },
  });
  return id;
}

/** An older installation may send users, whose ids belong to other users here. */
async function insertTakenVersion(
  db: Db,
  actor: Actor,
  modelId: number,
  { major, minor, patch, notes, definition }: SharedModelVersion,
): Promise<void> {
  await insertVersion(db, {
    model_id: modelId,
    state: 'published',
    major,
    minor,
    patch,
    notes,
    definition: JSON.stringify(withoutUsers(definition)),
    published_at: new Date(),
    published_by: actor.userId,
  });
}

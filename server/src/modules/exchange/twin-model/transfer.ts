import { isDeepStrictEqual } from 'node:util';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { AccessLevel, DefinitionProblem } from '@twinward/contracts/library/twin-model';
import { checkDefinition } from '@twinward/domain/library/check';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, orNameTaken } from '../../../platform/errors.ts';
import { readUnits } from './compare.ts';
import { findModel, toViewer } from './read.ts';
import {
  countTwinsOfVersion,
  deleteVersionRow,
  insertModel,
  insertVersion,
  lockModel,
  selectModelsByName,
  selectVersionsOfModels,
  updateModelRow,
  updateVersionRow,
  type VersionRow,
} from './store.ts';
import { audit } from './write.ts';

/** A version of a model that moves between databases. */
type MovedVersion = Pick<VersionRow, 'state' | 'major' | 'minor' | 'patch' | 'notes' | 'definition'>;

/** A model with all its versions, its draft included, that moves between databases. */
export interface MovedModel {
  name: string;
  description: string;
  active: boolean;
  taxonomyId: number | null;
  author: string;
  manufacturer: string;
  model: string;
  accessLevel: AccessLevel;
  versions: MovedVersion[];
}

const formatVersion = ({ state, major, minor, patch }: Omit<MovedVersion, 'notes' | 'definition'>): string =>
  state === 'draft' ? 'draft' : `${major}.${minor}.${patch}`;

/** Reads models by name, with their classes and their versions by number, the draft last. */
export async function readMovedModels(actor: Actor, names: readonly string[]) {
  const { db } = actor.tenant;
  const rows = await selectModelsByName(db, toViewer(actor), names);
  const versions = await selectVersionsOfModels(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    row,
    versions: versions.filter(({ model_id }) => model_id === row.id),
  }));
}

const toRow = (moved: MovedModel) => ({
  name: moved.name,
  description: moved.description,
  active: moved.active,
  taxonomy_id: moved.taxonomyId,
  author: moved.author,
  manufacturer: moved.manufacturer,
  model: moved.model,
  access_level: moved.accessLevel,
});

const facts = (moved: MovedModel) => ({ ...toRow(moved), versions: moved.versions.map(formatVersion) });

/**
 * Creates a model with its versions, in the open transaction.
 * @returns its id.
 * @throws AppError `conflict` for a name that is taken; `invalid-request` if a published version cannot be used here.
 */
export async function createMovedModel(actor: Doer, moved: MovedModel): Promise<number> {
  const { db } = actor.tenant;
  const refusal = `A model named ${moved.name} already exists.`;
  const id = await orNameTaken(insertModel(db, { ...toRow(moved), created_by: actor.userId }), refusal);
  for (const version of moved.versions) await insertMoved(db, actor, id, version);
  await audit.record(db, actor, 'create', { id, name: moved.name }, { new: facts(moved) });
  return id;
}

/**
 * Updates the properties of a model, adds the versions that it lacks, and replaces its draft, in the open transaction.
 * @param mayRemove whether versions that `moved` lacks are removed; otherwise they are a conflict
 * @throws AppError `conflict` if a published version differs, or one that `moved` lacks is in use.
 */
export async function updateMovedModel(
  actor: Actor,
  id: number,
  moved: MovedModel,
  { mayRemove }: { mayRemove: boolean },
): Promise<void> {
  const { db } = actor.tenant;
  await lockModel(db, id);
  const old = await findModel(db, actor, id);
  const here = await selectVersionsOfModels(db, [id]);
  const wanted = new Map(moved.versions.map((version) => [formatVersion(version), version]));
  for (const version of here) {
    const number = formatVersion(version);
    const other = wanted.get(number);
    if (!other) await removeVersion(db, version, mayRemove);
    else if (!isSame(version, other)) {
      if (version.state === 'published')
        throw new AppError(
          'conflict',
          `Version ${number} differs from the version in this database. Published versions cannot change.`,
        );
      await updateVersionRow(db, version.id, toVersionRow(other));
    }
    wanted.delete(number);
  }
  for (const version of wanted.values()) await insertMoved(db, actor, id, version);
  await updateModelRow(db, id, toRow(moved));
  await audit.changed(db, actor, old, { old: { versions: here.map(formatVersion) }, new: facts(moved) });
}

const isSame = (one: MovedVersion, other: MovedVersion): boolean =>
  one.notes === other.notes && isDeepStrictEqual(one.definition, other.definition);

async function removeVersion(db: Db, version: VersionRow, mayRemove: boolean): Promise<void> {
  const number = formatVersion(version);
  if (!mayRemove)
    throw new AppError(
      'conflict',
      number === 'draft'
        ? 'This database has a draft that is not in the package. Please publish or discard it first.'
        : `Version ${number} exists in this database, but not in the package.`,
    );
  if ((await countTwinsOfVersion(db, version.id)) > 0)
    throw new AppError('conflict', `Twins use version ${number}.`);
  await deleteVersionRow(db, version.id);
}

const toVersionRow = ({ state, major, minor, patch, notes, definition }: MovedVersion) => ({
  state,
  major,
  minor,
  patch,
  notes,
  definition: JSON.stringify(definition),
});

async function insertMoved(db: Db, actor: Doer, modelId: number, version: MovedVersion): Promise<void> {
  const isPublished = version.state === 'published';
  if (isPublished) await assertUsable(db, version);
  await insertVersion(db, {
    model_id: modelId,
    ...toVersionRow(version),
    ...(isPublished ? { published_at: new Date(), published_by: actor.userId } : {}),
  });
}

/** @throws AppError `invalid-request`, naming what prevents the publication of the version. */
async function assertUsable(db: Db, version: MovedVersion): Promise<void> {
  const problems = await listProblems(db, version.definition);
  if (problems.length === 0) return;
  const { part, message } = problems[0]!;
  const text = `Version ${formatVersion(version)}: ${part === '' ? message : `${part}: ${message}`}`;
  throw new AppError('invalid-request', text);
}

const listProblems = async (db: Db, definition: ModelDefinition): Promise<DefinitionProblem[]> =>
  checkDefinition(definition, { units: await readUnits(db, definition) });

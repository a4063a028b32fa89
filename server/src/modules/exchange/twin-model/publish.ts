import type {
  DefinitionProblem,
  PartDifference,
  TwinModel,
  TwinModelPublication,
  VersionLevel,
} from '@twinward/contracts/library/twin-model';
import { nextVersion, versionLevel } from '@twinward/domain/library/version-level';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { Compared, Comparison } from './compare.ts';
import { notifyOfVersion } from './notices.ts';
import { findModel, readDraft, toModel } from './read.ts';
import { selectVersion, updateModelRow, updateVersionRow } from './store.ts';
import { audit, lockEditable } from './write.ts';

/** Compares definitions without blocking requests. */
type Compare = (comparison: Comparison) => Promise<Compared>;

interface DraftState {
  differences: PartDifference[];
  proposed: VersionLevel;
  problems: DefinitionProblem[];
}

/** @throws AppError `not-found` without a draft. */
export async function getDraftState(actor: Actor, id: number, compare: Compare): Promise<DraftState> {
  const { db } = actor.tenant;
  await findModel(db, actor, id);
  const { draft, newest } = await readDraft(db, id);
  const before = newest?.definition ?? null;
  const { differences, problems } = await compare({ before, after: draft.definition, isChecked: true });
  return { differences, proposed: newest ? versionLevel(differences) : 'major', problems };
}

/**
 * Publishes the draft: it becomes a version that never changes. Of several concurrent publications one succeeds, since
 * each gives the version of the model that it saw.
 * @throws AppError `not-found` without a draft; `conflict` if the model was changed since, or the draft changes
 *   nothing; `invalid-request` with all problems of the draft.
 */
export async function publishModel(
  actor: Actor,
  id: number,
  { version, level, notes }: TwinModelPublication,
  compare: Compare,
): Promise<TwinModel> {
  const seen = await findModel(actor.tenant.db, actor, id);
  const { differences, proposed, problems } = await getDraftState(actor, id, compare);
  if (problems.length > 0) throw refusal(problems);
  return withTransaction(actor.tenant.db, async (db) => {
    const row = await lockEditable(db, actor, id, version);
    // Checked again, since the model may have changed while the draft was checked.
    await lockEditable(db, actor, id, seen.version);
    const { draft, newest } = await readDraft(db, id);
    if (newest && differences.length === 0) {
      throw new AppError('conflict', 'The draft contains no changes. Discard it instead.');
    }
    const number = nextVersion(newest, level ?? proposed);
    await updateVersionRow(db, draft.id, {
      state: 'published',
      ...number,
      notes: notes || draft.notes,
      published_at: new Date(),
      published_by: actor.userId,
    });
    await updateModelRow(db, id, {});
    await audit.changed(db, actor, row, {
      old: { published: newest && shown(newest) },
      new: { published: shown(number) },
    });
    const told = { versionId: draft.id, number: shown(number), notes: notes || draft.notes };
    await notifyOfVersion(db, row, told, actor.userId);
    const published = found(await selectVersion(db, draft.id), 'Version');
    return toModel(db, actor, await findModel(db, actor, id), published);
  });
}

const shown = ({ major, minor, patch }: { major: number; minor: number; patch: number }) =>
  `${major}.${minor}.${patch}`;

/** Returns what prevents the publication of a definition. */
export function refusal(problems: readonly DefinitionProblem[]): AppError {
  const errors = problems.map(({ kind, id, part, field, message }) => ({
    path: ['definition', kind, id, field].filter((step) => step !== null).join('.'),
    message: part === '' ? message : `${part}: ${message}`,
  }));
  return new AppError('invalid-request', errors[0]!.message, { errors });
}

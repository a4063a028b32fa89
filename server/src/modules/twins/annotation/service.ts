import { hasAccess } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { Annotation, AnnotationChange, NewAnnotation } from '@twinward/contracts/twins/annotation';
import { maximumAnnotations, maximumAnswered } from '@twinward/contracts/twins/annotation-limits';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { assertTags } from '../../signals/tag/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { assertTwin } from '../twin/service.ts';
import {
  type AnnotationRow,
  countAnnotations,
  deleteAnnotationRow,
  insertAnnotation,
  lockAnnotation,
  selectAnnotation,
  selectAnnotationsByQuery,
  updateAnnotationRow,
} from './store.ts';

/** Returns the annotations of tags and of a twin that overlap a range, latest first. A deleted tag or twin has none. */
export async function listAnnotations(
  actor: Actor,
  query: { twinId?: number | undefined; tagId?: readonly number[] | undefined; from: number; to: number },
): Promise<Annotation[]> {
  const { twinId = null, tagId: tagIds = [], from, to } = query;
  const range = { from: new Date(from), to: new Date(to) };
  const rows = await selectAnnotationsByQuery(actor.tenant.db, { twinId, tagIds, ...range }, maximumAnswered);
  return rows.map((row) => toAnnotation(row, actor));
}

/** @throws AppError `not-found` for an unknown twin or tag; `conflict` if it already has 1,000 annotations. */
export function createAnnotation(
  actor: Actor,
  { twinId, tagId, start, end, text }: NewAnnotation,
): Promise<Annotation> {
  return withTransaction(actor.tenant.db, async (db) => {
    if (twinId !== null) await assertTwin(db, twinId);
    if (tagId !== null) await assertTags(db, [tagId]);
    await assertRoom(db, twinId, tagId);
    const id = await insertAnnotation(db, {
      twin_id: twinId,
      tag_id: tagId,
      start_at: new Date(start),
      end_at: new Date(end),
      text,
      created_by: actor.userId,
    });
    const made = toAnnotation(found(await selectAnnotation(db, id), 'Annotation'), actor);
    await audit.created(db, actor, made);
    return made;
  });
}

/** @throws AppError `not-found`; `forbidden`; `conflict` with the current annotation at another version. */
export function updateAnnotation(
  actor: Actor,
  id: number,
  { version, start, end, text }: AnnotationChange,
): Promise<Annotation> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = toAnnotation(await lockChangeable(db, actor, id), actor);
    if (old.version !== version) throw outdated('The annotation', version, old);
    await updateAnnotationRow(db, id, { start_at: new Date(start), end_at: new Date(end), text });
    const changed = toAnnotation(found(await selectAnnotation(db, id), 'Annotation'), actor);
    await audit.updated(db, actor, old, changed);
    return changed;
  });
}

/** @throws AppError `not-found`; `forbidden`. */
export function deleteAnnotation(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = toAnnotation(await lockChangeable(db, actor, id), actor);
    await deleteAnnotationRow(db, id);
    await audit.deleted(db, actor, old);
  });
}

/** @throws AppError `conflict` if the twin or tag already has the maximum number of annotations. */
async function assertRoom(db: Db, twinId: number | null, tagId: number | null): Promise<void> {
  const count =
    twinId === null
      ? await countAnnotations(db, 'tag_id', tagId!)
      : await countAnnotations(db, 'twin_id', twinId);
  if (count < maximumAnnotations) return;
  const what = twinId === null ? 'tag' : 'twin';
  throw new AppError('conflict', `At most ${maximumAnnotations} annotations of a ${what} can be kept.`);
}

/** Locks an annotation that the user may change. @throws AppError `not-found`; `forbidden`. */
async function lockChangeable(db: Db, actor: Actor, id: number): Promise<AnnotationRow> {
  const row = found(await lockAnnotation(db, id), 'Annotation');
  if (!mayChange(row, actor)) throw new AppError('forbidden', insufficientPrivilege);
  return row;
}

const mayChange = ({ created_by, twin_id }: AnnotationRow, actor: Actor): boolean =>
  created_by === actor.userId || hasAccess(actor, twin_id === null ? 'write:tag' : 'write:twin');

function toAnnotation(row: AnnotationRow, actor: Actor): Annotation {
  return {
    id: row.id,
    twinId: row.twin_id,
    tagId: row.tag_id,
    subject: row.subject,
    start: row.start_at.toISOString(),
    end: row.end_at.toISOString(),
    text: row.text,
    createdBy: row.user_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at?.toISOString() ?? null,
    mayChange: mayChange(row, actor),
    version: row.version,
  };
}

const audit = new EntityAudit(
  'annotation',
  ({ id, subject, twinId, tagId, start, end, text }: Annotation) => ({
    id,
    name: subject,
    facts: { twinId, tagId, start, end, text },
  }),
);

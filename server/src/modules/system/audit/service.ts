import { isDeepStrictEqual } from 'node:util';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { AuditAction, AuditEntity, AuditEntry } from '@twinward/contracts/system/audit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { insertEntries, selectEntryPage } from './store.ts';

export { selectNamesOfThings as findNamesInTrail, selectNewestId as findNewestEntryId } from './store.ts';

/** A recorded audit entry. */
export type AuditLine = Omit<AuditEntry, 'title' | 'path' | 'changes'>;

/** The acting user, or null for the system. */
export type AuditActor = Pick<Actor, 'userId' | 'userName'> | null;

/** An audited action. Secrets must not be in `old` and `new`. */
export interface AuditChange {
  action: AuditAction;
  entityType: AuditEntity;
  entityId: string | number;
  entityName: string;
  /** The record before and after the change; only the differences are stored. */
  old?: Readonly<Record<string, unknown>>;
  new?: Readonly<Record<string, unknown>>;
}

/** Actions that change no records. */
const changesNothing: ReadonlySet<AuditAction> = new Set(['sign-in', 'sign-in-failed', 'sign-out', 'refuse']);

/**
 * Records an audit entry in the transaction of the change that it describes, and publishes the type of the changed
 * record to open screens. Does neither for an update without changes.
 */
export async function recordAudit(db: Db, actor: AuditActor, change: AuditChange): Promise<void> {
  await recordAudits(db, actor, [change]);
}

/** Like `recordAudit`, for many changes at once. */
export async function recordAudits(
  db: Db,
  actor: AuditActor,
  changes: readonly AuditChange[],
): Promise<void> {
  const recorded = changes.flatMap((change) => {
    const entry = toEntry(actor, change);
    return entry ? [{ change, entry }] : [];
  });
  await insertEntries(
    db,
    recorded.map(({ entry }) => entry),
  );
  const kinds = new Set(
    recorded.map(({ change }) => (changesNothing.has(change.action) ? 'audit' : change.entityType)),
  );
  for (const kind of kinds) await publish(db, { type: 'changed', kind });
}

function toEntry(actor: AuditActor, change: AuditChange) {
  const facts = difference(change.old, change.new);
  if (change.action === 'update' && !facts.old && !facts.new) return null;
  return {
    user_id: actor?.userId ?? null,
    user_name: actor?.userName ?? 'Twinward',
    action: change.action,
    entity_type: change.entityType,
    entity_id: String(change.entityId),
    entity_name: change.entityName,
    old: facts.old && JSON.stringify(facts.old),
    new: facts.new && JSON.stringify(facts.new),
  };
}

type Facts = Record<string, unknown> | null;

function difference(old: AuditChange['old'], now: AuditChange['new']): { old: Facts; new: Facts } {
  if (!old || !now) return { old: old ?? null, new: now ?? null };
  const names = Object.keys({ ...old, ...now }).filter((name) => !isDeepStrictEqual(old[name], now[name]));
  if (names.length === 0) return { old: null, new: null };
  const pick = (facts: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { old: pick(old), new: pick(now) };
}

export async function listAudit(db: Db, request: ListRequest): Promise<Page<AuditLine>> {
  const { records: rows, total } = await selectEntryPage(db, request);
  const records = rows.map((row) => ({
    id: row.id,
    time: row.at.toISOString(),
    userId: row.user_id,
    userName: row.user_name,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    entityName: row.entity_name,
    old: row.old,
    new: row.new,
  }));
  return { records, total };
}

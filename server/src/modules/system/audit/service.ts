import { isDeepStrictEqual } from 'node:util';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { AuditAction, AuditEntity, AuditEntry } from '@twinward/contracts/system/audit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { insertEntries, selectEntryPage } from './store.ts';

export { selectNamesOfThings as findNamesInTrail, selectNewestId as findNewestEntryId } from './store.ts';

/** A recorded audit entry. */
export type AuditLine = Omit<AuditEntry, 'title' | 'path' | 'changes'>;

/** The acting user, or null for the system. */
export type AuditActor = Pick<Actor, 'userId' | 'userName'> | null;

export type AuditFacts = Readonly<Record<string, unknown>>;

/** Facts of a record before and after a change; only the differences are stored. Secrets must not be in them. */
export interface AuditDifference {
  old?: AuditFacts;
  new?: AuditFacts;
}

/** A record that an entry is about. */
export interface AuditSubject {
  id: string | number;
  name: string;
}

/** A record with its facts for the audit trail. */
export interface AuditedRecord extends AuditSubject {
  facts: AuditFacts;
}

/** Actions that change no records. */
const changesNothing: ReadonlySet<AuditAction> = new Set(['sign-in', 'sign-in-failed', 'sign-out', 'refuse']);

/**
 * Records entries about one kind of records, in the transaction of the change that they describe, and publishes the kind
 * to open screens. Does neither for updates without changes.
 */
export class EntityAudit<Row = AuditedRecord> {
  readonly #entityType: AuditEntity;
  /** Returns what an entry says of a row. */
  readonly describe: (row: Row, db: Db) => AuditedRecord | Promise<AuditedRecord>;

  constructor(
    entityType: AuditEntity,
    describe: EntityAudit<Row>['describe'] = (row) => row as AuditedRecord,
  ) {
    this.#entityType = entityType;
    this.describe = describe;
  }

  async created(db: Db, actor: AuditActor, now: Row): Promise<void> {
    const { facts, ...subject } = await this.describe(now, db);
    await this.record(db, actor, 'create', subject, { new: facts });
  }

  /** @param further facts of the change besides those of the record */
  async updated(db: Db, actor: AuditActor, before: Row, now: Row, further: AuditFacts = {}): Promise<void> {
    const { facts: old } = await this.describe(before, db);
    const { facts, ...subject } = await this.describe(now, db);
    await this.changed(db, actor, subject, { old, new: { ...facts, ...further } });
  }

  async deleted(db: Db, actor: AuditActor, before: Row): Promise<void> {
    const { facts, ...subject } = await this.describe(before, db);
    await this.record(db, actor, 'delete', subject, { old: facts });
  }

  /** Records an update, or a creation without `before`. */
  saved(db: Db, actor: AuditActor, before: Row | null | undefined, now: Row): Promise<void> {
    return before ? this.updated(db, actor, before, now) : this.created(db, actor, now);
  }

  /** Records a change of some facts. */
  changed(db: Db, actor: AuditActor, subject: AuditSubject, difference: AuditDifference): Promise<void> {
    return this.record(db, actor, 'update', subject, difference);
  }

  record(
    db: Db,
    actor: AuditActor,
    action: AuditAction,
    subject: AuditSubject,
    difference: AuditDifference = {},
  ): Promise<void> {
    return this.recordAll(db, actor, action, [subject], () => difference);
  }

  async recordAll<Subject extends AuditSubject>(
    db: Db,
    actor: AuditActor,
    action: AuditAction,
    subjects: readonly Subject[],
    toDifference: (subject: Subject, place: number) => AuditDifference,
  ): Promise<void> {
    const entries = subjects.flatMap((subject, place) => {
      const facts = difference(toDifference(subject, place));
      if (action === 'update' && !facts.old && !facts.new) return [];
      return {
        user_id: actor?.userId ?? null,
        user_name: actor?.userName ?? 'Twinward',
        action,
        entity_type: this.#entityType,
        entity_id: String(subject.id),
        entity_name: subject.name,
        old: facts.old && JSON.stringify(facts.old),
        new: facts.new && JSON.stringify(facts.new),
      };
    });
    if (entries.length === 0) return;
    await insertEntries(db, entries);
    await publish(db, { type: 'changed', kind: changesNothing.has(action) ? 'audit' : this.#entityType });
  }
}

function difference({ old, new: now }: AuditDifference): Record<'old' | 'new', AuditFacts | null> {
  if (!old || !now) return { old: old ?? null, new: now ?? null };
  const names = Object.keys({ ...old, ...now }).filter((name) => !isDeepStrictEqual(old[name], now[name]));
  if (names.length === 0) return { old: null, new: null };
  const pick = (facts: AuditFacts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { old: pick(old), new: pick(now) };
}

export async function listAudit(db: Db, request: ListRequest): Promise<Page<AuditLine>> {
  const { records: rows, total } = await selectEntryPage(db, request);
  const records = rows.map(({ at, ...row }) => ({
    ...fromRow(row),
    time: at.toISOString(),
  }));
  return { records, total };
}

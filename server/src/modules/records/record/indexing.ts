import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { listPendingCommands, startCommand } from '../../jobs/command/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { fillSlots, listIndexes, wantedIndexes } from '../field/service.ts';
import {
  assignSlotsIn,
  getTypeById,
  lacksSlots,
  listTypes,
  lockTypeByIdShared,
  markSlotsReady,
  type TypeDefinition,
} from '../record-type/service.ts';
import { type OwnerConnection, openOwner } from './owner-connection.ts';

/**
 * Starts the command that updates the indexes of a type's fields, in the caller's transaction, if any index is missing
 * or surplus.
 */
export async function startIndexing(db: Db, by: AuditActor, type: TypeDefinition): Promise<void> {
  if (await isIndexed(db, type)) return;
  await startCommand(db, {
    type: 'index-fields',
    targetType,
    targetId: type.name,
    targetName: `Indexes of ${type.caption}`,
    input: { typeId: type.id },
    createdBy: by?.userId ?? null,
  });
}

const targetType = 'record-type';

async function isIndexed(db: Db, type: TypeDefinition): Promise<boolean> {
  const { missing, surplus } = await compareIndexes(db, type);
  return missing.length + surplus.length === 0 && type.slots.every(({ ready }) => ready);
}

/**
 * Starts the command for each type that lacks slots or indexes, after an upgrade or a failed command. Skips types with
 * a pending command.
 */
export async function indexTypes(db: Db): Promise<void> {
  for (const type of await listTypes(db)) {
    if (!lacksSlots(type) && (await isIndexed(db, type))) continue;
    await withTransaction(db, async (transaction) => {
      const given = await assignSlotsIn(transaction, type.name);
      const pending = await listPendingCommands(transaction, 'index-fields', {
        type: targetType,
        id: given.name,
      });
      if (pending.length === 0) await startIndexing(transaction, null, given);
    });
  }
}

async function compareIndexes(db: Db, type: TypeDefinition) {
  const wanted = wantedIndexes(db, type, type.fields);
  const existing = await listIndexes(db, type);
  const names = new Set(wanted.map(({ name }) => name));
  const valid = new Set(existing.flatMap(({ name, isValid }) => (isValid ? [name] : [])));
  return {
    missing: wanted.filter(({ name }) => !valid.has(name)),
    surplus: existing.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    invalid: existing.filter(({ name, isValid }) => names.has(name) && !isValid).map(({ name }) => name),
  };
}

/** Executes commands of type index-fields. */
export const indexFields: CommandHandler = { run };

const lockNotAvailable = '55P03';
/** Maximum number of attempts per statement: a transaction that lasts longer than the lock timeout makes it fail. */
const maximumTries = 60;
const progressInterval = 500;
/** Small, so that no save waits long for a record that a batch has locked. */
const recordsPerBlock = 500;

/**
 * Backfills the slots of a type that are not ready, builds missing indexes and drops surplus ones, all concurrently:
 * saves are not blocked. An advisory lock serializes commands for the same type.
 */
async function run(call: CommandCall): Promise<Record<string, unknown>> {
  const { tenant, signal } = call;
  const { typeId } = call.input as { typeId: number };
  const owner = await openOwner(tenant.ownerUrl);
  const counts: Counts = { created: 0, dropped: 0 };
  try {
    await owner.waitForTurn(typeId, signal);
    let type = await getTypeById(tenant.db, typeId).catch(() => null);
    // Repeat if the type changed meanwhile: it may have other slots.
    while (type && !(await build(call, owner, type, counts)))
      type = await getTypeById(tenant.db, typeId).catch(() => null);
    // Dropped last: lists use the old indexes until the slots are ready.
    const surplus = type
      ? (await compareIndexes(tenant.db, type)).surplus
      : (await listIndexes(tenant.db, { id: typeId })).map(({ name }) => name);
    for (const name of surplus) {
      signal.throwIfAborted();
      await patiently(owner, signal, () => owner.query(`drop index concurrently if exists "${name}"`));
      counts.dropped += 1;
      await report(call, counts, counts.dropped / surplus.length);
    }
    return { ...counts };
  } finally {
    await owner.close();
  }
}

interface Counts {
  created: number;
  dropped: number;
}

const report = ({ transaction, progress }: CommandCall, counts: Counts, share: number): Promise<void> =>
  transaction((db) => progress(db, Math.min(99, 100 * share), { ...counts }));

/**
 * Updates slots and indexes to the definition of a type.
 * @returns false if the definition changed meanwhile
 */
async function build(
  call: CommandCall,
  owner: OwnerConnection,
  type: TypeDefinition,
  counts: Counts,
): Promise<boolean> {
  const { tenant, transaction, signal } = call;
  const { missing, invalid } = await compareIndexes(tenant.db, type);
  const isFilled = type.slots.every(({ ready }) => ready);
  if (!isFilled) await fill(call, type.id);
  for (const name of invalid)
    await patiently(owner, signal, () => owner.query(`drop index concurrently if exists "${name}"`));
  for (const [place, { name, create }] of missing.entries()) {
    signal.throwIfAborted();
    const building = patiently(owner, signal, async () => {
      try {
        await owner.query(create);
      } catch (error) {
        // Drops the invalid index that a failed build leaves, so that the next build can use the name.
        await owner.query(`drop index concurrently if exists "${name}"`).catch(() => undefined);
        throw error;
      }
    });
    const reportShare = (share: number) => report(call, counts, (place + share) / missing.length);
    await follow(building, () => owner.readShare(), reportShare);
    counts.created += 1;
    await reportShare(1);
  }
  return isFilled || transaction((db) => markSlotsReady(db, type));
}

/** Backfills the slots of a type that are not ready, in batches of records. */
async function fill({ transaction, signal }: CommandCall, typeId: number): Promise<void> {
  for (let last: number | null = 0; last !== null; ) {
    signal.throwIfAborted();
    const after: number = last;
    last = await transaction(async (db) =>
      fillSlots(db, await lockTypeByIdShared(db, typeId), after, recordsPerBlock),
    );
  }
}

/** Reports the progress of a statement until it ends. */
async function follow(
  building: Promise<unknown>,
  readShare: () => Promise<number>,
  reportShare: (share: number) => Promise<void>,
): Promise<void> {
  let isDone = false;
  const ended = building.finally(() => {
    isDone = true;
  });
  ended.catch(() => undefined);
  while (!isDone) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, progressInterval))]).catch(
      () => undefined,
    );
    if (!isDone) await reportShare(await readShare());
  }
  await ended;
}

/** Retries a statement with back-off while a lock that it needs is not available. */
async function patiently(
  owner: OwnerConnection,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || tries >= maximumTries) throw error;
      await owner.wait(Math.min(5000, 100 * tries), signal);
    }
  }
}

/** Starts the command that drops the indexes of a deleted type. */
export async function dropIndexes(db: Db, { id, name }: { id: number; name: string }): Promise<void> {
  if ((await listIndexes(db, { id })).length === 0) return;
  await startCommand(db, {
    type: 'index-fields',
    targetType,
    targetId: name,
    targetName: `Indexes of ${name}`,
    input: { typeId: id },
    createdBy: null,
  });
}

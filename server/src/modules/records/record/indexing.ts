import type { Db } from '../../../platform/database/database.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { startCommand } from '../../jobs/command/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { listIndexes, wantedIndexes } from '../field/service.ts';
import { getTypeById, type TypeDefinition } from '../record-type/service.ts';
import { type OwnerConnection, openOwner } from './owner-connection.ts';

/** Starts the command that gives a type the indexes of its fields, in the caller's transaction, where some differ. */
export async function startIndexing(db: Db, by: AuditActor, type: TypeDefinition): Promise<void> {
  const { missing, surplus } = await compareIndexes(db, type);
  if (missing.length + surplus.length === 0) return;
  await startCommand(db, {
    type: 'index-fields',
    targetType: 'record-type',
    targetId: type.name,
    targetName: `Indexes of ${type.caption}`,
    input: { typeId: type.id },
    createdBy: by?.userId ?? null,
  });
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
/** How often an index is tried: a transaction that lasts longer than the lock timeout lets a build fail. */
const maximumTries = 60;
const progressInterval = 500;

/**
 * Builds the missing indexes of a type and drops those that no field needs any more, concurrently: nobody waits for it.
 * Two such commands at once take turns by an advisory lock.
 */
async function run(call: CommandCall): Promise<Record<string, unknown>> {
  const { tenant, transaction, progress, signal } = call;
  const { typeId } = call.input as { typeId: number };
  const owner = await openOwner(tenant.ownerUrl);
  let created = 0;
  let dropped = 0;
  try {
    await owner.takeTurn(typeId, signal);
    const type = await getTypeById(tenant.db, typeId).catch(() => null);
    const { missing, surplus, invalid } = type
      ? await compareIndexes(tenant.db, type)
      : {
          missing: [],
          surplus: (await listIndexes(tenant.db, { id: typeId, name: '' })).map(({ name }) => name),
          invalid: [],
        };
    const count = missing.length + surplus.length;
    const report = (share: number) =>
      transaction((db) =>
        progress(db, Math.min(99, (100 * (created + dropped + share)) / Math.max(1, count)), {
          created,
          dropped,
        }),
      );
    for (const name of surplus) {
      signal.throwIfAborted();
      await patiently(owner, signal, () => owner.query(`drop index concurrently if exists "${name}"`));
      dropped += 1;
      await report(0);
    }
    for (const name of invalid)
      await patiently(owner, signal, () => owner.query(`drop index concurrently if exists "${name}"`));
    for (const { name, create } of missing) {
      signal.throwIfAborted();
      const building = patiently(owner, signal, async () => {
        try {
          await owner.query(create);
        } catch (error) {
          // What a failed build leaves is in the way of the next one.
          await owner.query(`drop index concurrently if exists "${name}"`).catch(() => undefined);
          throw error;
        }
      });
      await follow(building, () => owner.readShare(), report);
      created += 1;
      await report(0);
    }
    return { created, dropped };
  } finally {
    await owner.close();
  }
}

/** Reports the share of a statement that is done until it ends. */
async function follow(
  building: Promise<unknown>,
  readShare: () => Promise<number>,
  report: (share: number) => Promise<void>,
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
    if (!isDone) await report(await readShare());
  }
  await ended;
}

/** Tries a statement again while a lock that it needs is held, with back-off. */
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

/** Starts the command for a type that is deleted: its indexes have no rows any more. */
export async function dropIndexes(db: Db, { id, name }: { id: number; name: string }): Promise<void> {
  if ((await listIndexes(db, { id, name })).length === 0) return;
  await startCommand(db, {
    type: 'index-fields',
    targetType: 'record-type',
    targetId: name,
    targetName: `Indexes of ${name}`,
    input: { typeId: id },
    createdBy: null,
  });
}

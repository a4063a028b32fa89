import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Runs work in a savepoint of the open transaction. If it throws, what it wrote is undone, and the transaction can go on. */
export async function inSavepoint<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint work`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(db);
    return result;
  } catch (error) {
    // With a broken connection this fails too: the error of the work says more.
    await rollBack(db).catch(() => {});
    throw error;
  }
}

async function rollBack(db: Db): Promise<void> {
  await sql`rollback to savepoint work`.execute(db);
  // Otherwise an enclosing savepoint, which has the same name, would be hidden by this one.
  await sql`release savepoint work`.execute(db);
}

import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from './database.ts';
import type { AssetTable, Tables } from './generated/rows.ts';

/** The tables with such a column. */
type TableWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/** Returns statements for one row of a table, by its id. A store exports those that its service needs. */
export function rowsOf<Name extends TableWith<'id'>>(name: Name) {
  // Stands for all these tables: the types of a statement can't be inferred for one that is not known here.
  const table = name as unknown as 'asset';
  return {
    /** @returns the id */
    async insert(db: Db, row: Insertable<Tables[Name]>): Promise<number> {
      const values = row as unknown as Insertable<AssetTable>;
      const { id } = await db.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow();
      return id;
    },
    /** @returns the ids, in order */
    async insertAll(db: Db, rows: readonly Insertable<Tables[Name]>[]): Promise<number[]> {
      if (rows.length === 0) return [];
      const values = rows as unknown as Insertable<AssetTable>[];
      const inserted = await db.insertInto(table).values(values).returning('id').execute();
      return inserted.map(({ id }) => id);
    },
    async update(db: Db, id: number, change: Updateable<Tables[Name]>): Promise<void> {
      await db
        .updateTable(table)
        .set(change as Updateable<AssetTable>)
        .where('id', '=', id)
        .execute();
    },
    async delete(db: Db, id: number): Promise<void> {
      await db.deleteFrom(table).where('id', '=', id).execute();
    },
    async deleteAll(db: Db, ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute();
    },
    /** Locks the row (`FOR UPDATE`). */
    async lock(db: Db, id: number): Promise<void> {
      await db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
    },
  };
}

/** Like `rowsOf`, for a table whose rows have an optimistic-lock version. */
export function versionedRowsOf<Name extends TableWith<'id'> & TableWith<'version'>>(name: Name) {
  const table = name as unknown as 'asset';
  const set = (db: Db, id: number, change: Updateable<Tables[Name]>) =>
    db
      .updateTable(table)
      .set({ ...(change as Updateable<AssetTable>), version: sql`version + 1` })
      .where('id', '=', id);
  return {
    ...rowsOf(name),
    /** Updates a row, if there is something to change, and bumps its version. */
    async updateAndBump(db: Db, id: number, change: Updateable<Tables[Name]> = {}): Promise<void> {
      await set(db, id, change).execute();
    },
    /**
     * Updates a row at the given version, and bumps the version.
     * @returns false if the version differs
     */
    async updateAtVersion(
      db: Db,
      id: number,
      version: number,
      change: Updateable<Tables[Name]>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await set(db, id, change).where('version', '=', version).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

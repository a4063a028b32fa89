import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from './database.ts';
import type { AssetTable, Tables } from './generated/rows.ts';
import { toRecordset } from './records.ts';

/** The tables with such a column. */
type TableWith<Column extends string> = {
  [Name in keyof Tables]: Column extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/** Columns of a table by name. JSON documents are objects. */
type TableColumns<Name extends keyof Tables> = { readonly [Column in keyof Tables[Name]]?: unknown };

const readColumns = ([first]: readonly object[]): string[] => Object.keys(first!);

/** Returns statements for one row of a table, by its id. A store exports those that its service needs. */
export function tableRows<Name extends TableWith<'id'>>(name: Name) {
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
    /**
     * Inserts rows with the columns of the first one, with one parameter for any number of rows.
     * @returns the ids, in order
     */
    async insertBlock<Row extends TableColumns<Name>>(db: Db, rows: readonly Row[]): Promise<number[]> {
      if (rows.length === 0) return [];
      const columns = sql.join(readColumns(rows).map((column) => sql.ref(column)));
      const { rows: inserted } = await sql<{ id: number }>`
        insert into ${sql.table(name)} (${columns})
        select ${columns} from ${toRecordset(name, rows)} returning id`.execute(db);
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

/**
 * Like `tableRows`, for a table whose rows have an optimistic-lock version.
 * @param options.hasUpdateTime whether changes of one row set its `updated_at`
 */
export function versionedTableRows<Name extends TableWith<'id'> & TableWith<'version'>>(
  name: Name,
  { hasUpdateTime = false }: { hasUpdateTime?: boolean } = {},
) {
  const bump = { version: sql<number>`version + 1`, ...(hasUpdateTime ? { updated_at: sql`now()` } : {}) };
  const table = name as unknown as 'asset';
  const set = (db: Db, id: number, change: Updateable<Tables[Name]>) =>
    db
      .updateTable(table)
      .set({ ...(change as Updateable<AssetTable>), ...bump })
      .where('id', '=', id);
  return {
    ...tableRows(name),
    /** Updates a row, if there is something to change, and bumps its version. */
    async updateAndBump(db: Db, id: number, change: Updateable<Tables[Name]> = {}): Promise<void> {
      await set(db, id, change).execute();
    },
    /** Updates rows by their ids, in the columns of the first one, and bumps their versions, without a check. */
    async updateBlock<Row extends TableColumns<Name> & { id: number }>(
      db: Db,
      rows: readonly Row[],
    ): Promise<void> {
      if (rows.length === 0) return;
      const columns = readColumns(rows).filter((column) => column !== 'id');
      const changes = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`);
      await sql`
        update ${sql.table(name)} as own set ${sql.join(changes)}, version = own.version + 1
        from ${toRecordset(name, rows)} as changed where own.id = changed.id`.execute(db);
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

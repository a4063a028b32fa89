import { randomBytes } from 'node:crypto';
import { newRecordType } from '@twinward/contracts/records/record-type';
import { listIndexes, slotColumns, slotValues } from '@twinward/server/src/modules/records/field/service.ts';
import { indexFields } from '@twinward/server/src/modules/records/record/indexing.ts';
import { createRecordType, getType } from '@twinward/server/src/modules/records/record-type/service.ts';
import type { Actor } from '@twinward/server/src/platform/actor.ts';
import { createSecrets } from '@twinward/server/src/platform/config/secrets.ts';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import { sql } from 'kysely';
import type { BenchContext } from '../row.ts';
import '@twinward/server/src/subscriptions.ts';

/** A type of 20 fields, all filterable. */
export interface Scene {
  id: number;
  name: string;
  tenant: Tenant;
}

export const columns = [
  ...[1, 2, 3, 4].map((n) => ({ name: `t${n}`, kind: 'text', type: 'text' })),
  ...[1, 2, 3, 4, 5, 6].map((n) => ({ name: `n${n}`, kind: 'number', type: 'float8' })),
  ...[1, 2, 3, 4].map((n) => ({ name: `i${n}`, kind: 'integer', type: 'int' })),
  ...[1, 2, 3].map((n) => ({ name: `d${n}`, kind: 'date', type: 'date' })),
  ...[1, 2, 3].map((n) => ({ name: `b${n}`, kind: 'yes-no', type: 'boolean' })),
] as const;

/** Returns the SQL of the value of a column in row `i`. */
export function valueSql(name: string): string {
  const n = Number(name.slice(1));
  if (name.startsWith('t'))
    return n === 1 ? `'Name ' || i % 5000` : `'Text ' || ((i * ${n + 7919}::bigint) % 100003)`;
  if (name.startsWith('n')) return `((i * ${7919 + n}::bigint) % 1000003) / 10000.0`;
  if (name.startsWith('i')) return `(i * ${31 + n}) % ${n === 1 ? 100 : 100_000}`;
  if (name.startsWith('d')) return `date '2026-01-01' + (i * ${n}) % 365`;
  return `i % ${n + 1} = 0`;
}

export async function createType(context: BenchContext): Promise<Scene> {
  const { db, pool } = context.database;
  const { connectionString } = context;
  const tenant = {
    name: 'bench',
    db,
    pool,
    connectionString,
    ownerUrl: connectionString,
    secrets: createSecrets(randomBytes(32)),
  };
  await pool.query(`insert into app_user (id, user_name) overriding system value values (1, 'bench')`);
  const scene = { id: 0, name: 'bench', tenant };
  const fields = columns.map(({ name, kind }) => ({ name, caption: name.toUpperCase(), kind }));
  await createRecordType(
    toActor(context, scene),
    newRecordType.parse({ name: 'bench', caption: 'Bench', fields }),
  );
  const { id } = await getType(db, 'bench');
  return { ...scene, id };
}

export const toActor = (_: BenchContext, { tenant }: Pick<Scene, 'tenant'>): Actor => ({
  tenant,
  userId: 1,
  userName: 'bench',
  isAdmin: true,
  groups: [],
  recordTypes: [],
  session: {
    idHash: Buffer.alloc(0),
    createdAt: new Date(),
    expiresAt: new Date(),
    mustEnrol: false,
    mustChangePassword: false,
  },
});

/** Fills the type up to a number of records, bypassing the service. Faster, since indexes are built only once. */
export async function fillRecords(
  { database: { db, pool } }: BenchContext,
  scene: Scene,
  count: number,
): Promise<void> {
  const pairs = columns.map(({ name, type }) => {
    const value = valueSql(name);
    return `'${name}', ${type === 'date' ? `to_char(${value}, 'YYYY-MM-DD')` : value}`;
  });
  for (const { name } of await listIndexes(db, scene)) await pool.query(`drop index "${name}"`);
  await pool.query('delete from record where type_id = $1', [scene.id]);
  const { slots } = await getType(db, scene.name);
  // `offset` prevents inlining, so that the object is built once per row, not once per slot.
  await sql`
    insert into record (type_id, title, fields${slotColumns(slots)})
    select ${scene.id}, title, fields${slotValues(slots, sql.ref('fields'))}
    from (select 'Name ' || i % 5000 as title, jsonb_build_object(${sql.raw(pairs.join(', '))}) as fields
      from generate_series(1, ${count}) as i offset 0) as made`.execute(db);
  await pool.query('vacuum analyze record');
}

export async function buildIndexes(
  { database: { db, pool } }: BenchContext,
  { id, tenant }: Scene,
): Promise<void> {
  await indexFields.run({
    tenant,
    commandId: '',
    input: { typeId: id },
    resumed: null,
    signal: new AbortController().signal,
    transaction: (work) => withTransaction(db, work),
    progress: async () => undefined,
  });
  await pool.query('analyze record');
}

import { sql } from 'kysely';
import { test } from 'vitest';
import { createTestApp } from '/work/main/server/src/testing/app.ts';

test('plans', async () => {
  const server = await createTestApp();
  const { db } = server.tenant;
  await sql`insert into asset (unique_id, asset_name, taxonomy_id, criticality) select 'A' || i, 'Asset ' || i, (select id from taxonomy order by id offset i % 80 limit 1), (array['A','B','C',null])[1 + i % 4] from generate_series(1,50000) i`.execute(
    db,
  );
  await sql`insert into twin (asset_id) select id from asset where id % 5 < 2`.execute(db);
  await sql`analyze asset`.execute(db);
  const { makeViewerSession } = await import('/work/main/server/src/testing/factories.ts');
  const viewer = await makeViewerSession(db);
  for (const body of [
    { sorts: [{ field: 'AssetClass', direction: 'Ascending' }] },
    { sorts: [{ field: 'AssetClass', direction: 'Descending' }] },
    { sorts: [{ field: 'Criticality', direction: 'Descending' }] },
    { filters: [{ field: 'TwinId', operator: 'IsNull' }] },
    { filters: [{ field: 'TwinId', operator: 'IsNotNull' }] },
    {},
  ]) {
    const ms: number[] = [];
    let total;
    for (let i = 0; i < 5; i++) {
      const t = performance.now();
      const a = await server.ask('POST', '/api/assets/filters?page-size=50', viewer, body);
      total = a.headers['x-paging-total-records'];
      ms.push(Math.round(performance.now() - t));
    }
    (await import('node:fs')).appendFileSync(
      '/tmp/w6plan.txt',
      [JSON.stringify(body), total, ms.join(' ')].join(' ') + '\n',
    );
  }
  await server.close();
}, 120000);

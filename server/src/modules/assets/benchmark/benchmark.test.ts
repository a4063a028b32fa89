import type { Benchmark, BenchmarkImportResult } from '@twinward/contracts/assets/benchmark';
import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { durationToDays } from '@twinward/domain/duration';
import { characteristicLife } from '@twinward/domain/risk/benchmark';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { findBenchmark, listBenchmarks, writeBenchmark } from './service.ts';

const path = '/api/library/models/mtbf';
let server: TestApp;
let viewer: Record<string, string>;
let administrator: Record<string, string>;
let entries: Map<string, number>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  administrator = await makeSession(server.tenant.db, { groups: ['VIEWERS', 'ADMINISTRATORS'] });
  entries = new Map((await taxonomy()).map((entry) => [toName(entry), entry.id]));
  await withTransaction(server.tenant.db, async (db) => {
    for (const [entry, mtbfDays, shape] of examples) {
      const figures = {
        mtbfDays,
        shape,
        score: null,
        distribution: 'weibull',
        source,
        isExample: true,
      } as const;
      await writeBenchmark(db, null, entries.get(entry)!, figures);
    }
  });
});
afterAll(() => server.close());

const toName = ({ category, class: ofClass, type }: Pick<TaxonomyEntry, 'category' | 'class' | 'type'>) =>
  [category, ofClass, type].flatMap((term) => term?.caption ?? []).join(' - ');
const taxonomy = async () =>
  (await server.ask('GET', '/api/assets/taxonomy/list', viewer)).json<TaxonomyEntry[]>();
const list = async () => (await server.ask('GET', path, viewer)).json<Benchmark[]>();
const figures = { mtbfDays: 365, shape: 2, source: 'Our own work', version: null };
const put = (entry: string, body: object, headers = administrator) =>
  server.ask('PUT', `${path}/${entries.get(entry)}`, headers, body);

const source = 'An example: figures of this kind have no public source';
const examples: readonly [entry: string, mtbfDays: number, shape: number][] = [
  ['Rotating - Blowers and fans', 1100, 1.4],
  ['Rotating - Mixers', 900, 1.5],
  ['Rotating - Pumps', 700, 1.4],
  ['Electrical - Switchgear', 5000, 1.2],
];

it('a new database has no benchmarks', async () => {
  const database = await createTestDatabase();
  expect(await listBenchmarks(database.db)).toEqual([]);
  await database.drop();
});

describe('benchmarks', () => {
  it('have the characteristic life that follows from MTBF and shape', async () => {
    for (const { characteristicLife: life, mtbfDays, shape } of await list())
      expect(durationToDays(life)).toBeCloseTo(characteristicLife(mtbfDays, shape), 8);
  });

  it('are listed with the taxonomy, each at its own entry', async () => {
    const named = new Map((await taxonomy()).map((entry) => [toName(entry), entry]));
    expect(named.get('Rotating - Pumps')).toMatchObject({ mtbf: 'P700D', mtbfDays: 700, shape: 1.4 });
    expect(named.get('Rotating - Pumps - Centrifugal')).toMatchObject({
      score: null,
      distribution: null,
      mtbf: null,
      mtbfDays: null,
      shape: null,
    });
  });

  it('apply to entries below, the nearest first', async () => {
    const type = entries.get('Electrical - Switchgear - Low-voltage')!;
    const ofClass = entries.get('Electrical - Switchgear')!;
    const category = entries.get('Electrical')!;
    const find = async () => {
      const found = await findBenchmark(server.tenant.db, [type, ofClass, category]);
      return [type, ofClass, category].map((id) => found.get(id)?.level);
    };
    expect(await find()).toEqual(['class', 'class', undefined]);
    expect((await put('Electrical', figures)).statusCode).toBe(200);
    expect(await find()).toEqual(['class', 'class', 'category']);
    expect((await put('Electrical - Switchgear - Low-voltage', figures)).statusCode).toBe(200);
    expect(await find()).toEqual(['type', 'class', 'category']);
    await server.ask('DELETE', `${path}/${ofClass}`, administrator);
    expect(await find()).toEqual(['type', 'category', 'category']);
    expect((await findBenchmark(server.tenant.db, [ofClass])).get(ofClass)).toEqual({
      taxonomyId: category,
      level: 'category',
      shape: 2,
      mtbfDays: 365,
      characteristicLife: expect.closeTo(411.8584, 4),
      source: 'Our own work',
      isExample: false,
    });
  });
});

describe('a change of a benchmark', () => {
  it('requires the version that was read, and is audited', async () => {
    const entry = 'Rotating - Mixers';
    const changed = await put(entry, { ...figures, score: 80, version: 1 });
    expect(changed.json()).toMatchObject({ mtbf: 'P365D', score: 80, isExample: false, version: 2 });
    const late = await put(entry, { ...figures, version: 1 });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'The benchmark was changed by someone else: it is at version 2 now, your change was made on version 1.',
    ]);
    expect(late.json().current).toMatchObject({ version: 2, mtbfDays: 365 });
    const twice = await put(entry, figures);
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      'The entry already has a benchmark. Edit that one.',
    ]);
    const lines = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'entity_name', 'old'])
      .where('entity_type', '=', 'benchmark')
      .where('entity_id', '=', String(entries.get(entry)))
      .execute();
    expect(lines).toEqual([
      { action: 'create', entity_name: 'Rotating - Mixers', old: null },
      {
        action: 'update',
        entity_name: 'Rotating - Mixers',
        old: { score: null, mtbfDays: 900, shape: 1.5, source, isExample: true },
      },
    ]);
  });

  it.each([
    [{ mtbfDays: 0 }, 'mtbfDays', 'Please enter a number greater than 0.'],
    [{ shape: 0.05 }, 'shape', 'Please enter a number between 0.1 and 100.'],
    [{ source: ' ' }, 'source', 'Required.'],
    [{ distribution: 'none' }, 'shape', 'Without a distribution, the shape must be 1.'],
  ])('is rejected with the error of the field', async (wrong, field, message) => {
    const answer = await put('Rotating - Pumps', { ...figures, version: 1, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path: field, message }]);
  });

  it('is rejected for users without the right, and for unknown entries', async () => {
    expect((await server.ask('GET', path, {})).statusCode).toBe(401);
    expect((await server.ask('GET', path, await makeSession(server.tenant.db))).statusCode).toBe(403);
    expect((await put('Rotating - Pumps', { ...figures, version: 1 }, viewer)).statusCode).toBe(403);
    const unknown = await server.ask('PUT', `${path}/999999999`, administrator, figures);
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Entry of the taxonomy not found.']);
    const none = await server.ask('DELETE', `${path}/${entries.get('Rotating')}`, administrator);
    expect([none.statusCode, none.json().message]).toEqual([404, 'Benchmark not found.']);
  });
});

function upload(content: string | Buffer, fileName = 'benchmarks.csv', check = false) {
  const boundary = 'the-boundary-of-this-test';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { ...administrator, 'content-type': `multipart/form-data; boundary=${boundary}` };
  return server.app.inject({ method: 'POST', url: `${path}/import?check=${check}`, headers, payload });
}

describe('an import of benchmarks', () => {
  it('reads the exported workbook, and changes nothing', async () => {
    const template = await server.ask('GET', `${path}/template`, administrator);
    const before = await list();
    const answer = await upload(template.rawPayload, 'benchmarks.xlsx');
    expect(answer.json<BenchmarkImportResult>()).toMatchObject({
      dryRun: false,
      create: 0,
      update: 0,
      unchanged: before.length,
      error: 0,
    });
    expect(await list()).toEqual(before);
  });

  it('reports the errors row by row and imports the rest; a check writes nothing', async () => {
    const file = [
      'Category,Class,Type,MTBF (days),Shape,Score,Source',
      'rotating,pumps,Rotary,"1,200",1.2,90,Our own work',
      'Rotating,Cranes,,100,1,,Our own work',
      'Rotating,Blowers and fans,,often,1,,Our own work',
      'Rotating,Blowers and fans,,-1,0,,',
      'Rotating,Pumps,Rotary,900,1,,Our own work',
    ].join('\n');
    const rows = [
      { line: 2, action: 'create', taxonomy: 'rotating - pumps - Rotary', message: null },
      {
        line: 3,
        action: 'error',
        taxonomy: 'Rotating - Cranes',
        message: "The taxonomy has no 'Rotating - Cranes'.",
      },
      {
        line: 4,
        action: 'error',
        taxonomy: 'Rotating - Blowers and fans',
        message: "MTBF in days: The value 'often' is not a number. Please give one such as 73.97.",
      },
      {
        line: 5,
        action: 'error',
        taxonomy: 'Rotating - Blowers and fans',
        message: 'Row 4 has the same entry.',
      },
      {
        line: 6,
        action: 'error',
        taxonomy: 'Rotating - Pumps - Rotary',
        message: 'Row 2 has the same entry.',
      },
    ];
    const before = await list();
    expect((await upload(file, 'b.csv', true)).json()).toMatchObject({ dryRun: true, create: 1, rows });
    expect(await list()).toEqual(before);
    expect((await upload(file)).json()).toMatchObject({ dryRun: false, create: 1, error: 4, rows });
    const made = (await list()).find((one) => toName(one) === 'Rotating - Pumps - Rotary');
    expect(made).toMatchObject({ mtbfDays: 1200, shape: 1.2, score: 90, isExample: false, level: 'type' });
    const { rows: left } = await sql`select from import_piece`.execute(server.tenant.db);
    expect(left).toEqual([]);
  });

  it.each([
    ['Category,Life\nRotating,1', "The column 'Life' is not known."],
    ['Category,Source\nRotating,x', "There is no column 'MTBF in days' in the first row."],
    ['Category,MTBF,Source', 'The file has no rows.'],
  ])('rejects a file without benchmarks', async (file, message) => {
    const answer = await upload(file);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(message);
  });

  it('rejects an invalid workbook, and other kinds of files', async () => {
    expect((await upload('not a workbook', 'b.xlsx')).json().id).toBe('invalid-file');
    expect((await upload('x', 'b.exe')).json().id).toBe('invalid-file');
  });
});

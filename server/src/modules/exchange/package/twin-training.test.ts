import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import { createPackage, openExchange } from '../../../testing/packages.ts';
import { makePump, type Pump, patternTime, pumpRanges } from '../../../testing/patterns.ts';
import { inSnapshot } from './export.ts';
import { twinKind } from './kinds/twin.ts';
import type { TwinRecord } from './kinds/twin-record.ts';

const { source, target, admin, receiver, from, to, close } = await openExchange();
let pump: Pump;
let key: string;
let bytes: Buffer;

beforeAll(async () => {
  pump = await makePump(source, admin, {
    set: { trainingStart: patternTime(0), trainingEnd: patternTime(1200) },
  });
  ({ key } = await source.tenant.db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'asset_id')
    .select('unique_id as key')
    .where('twin.id', '=', pump.twinId)
    .executeTakeFirstOrThrow());
  ({ bytes } = await from.export([{ kind: 'twin', keys: [key] }]));
});
afterAll(close);

/** Returns the ranges of the only pattern set of a database, by the names of the patterns. */
async function readRanges({ tenant: { db } }: TestApp) {
  const { rows } = await sql`
    select name, start_at, end_at from pattern_range join pattern on pattern.id = pattern_id
    order by start_at`.execute(db);
  return rows;
}

/** The record of the twin in the target. */
async function recordHere(): Promise<TwinRecord> {
  const { id } = await target.tenant.db
    .selectFrom('app_user')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const records = await inSnapshot(target.tenant, id, (call) => twinKind.read(call, [key]));
  return records.get(key)!;
}

async function importAll(content: Buffer) {
  const check = await to.check(content);
  expect(await to.rows(check.commandId, '?action=conflict')).toEqual([]);
  const done = await to.import(check.commandId);
  expect(done.error).toBeNull();
  return { counts: check.result.counts, importId: done.result.importId as number };
}

it('the ranges of patterns are imported with their twin, and no changes are left', async () => {
  await importAll(bytes);
  const ranges = await readRanges(target);
  expect(ranges).toHaveLength(pumpRanges.length);
  expect(ranges).toEqual(await readRanges(source));
  expect((await recordHere()).training).toMatchObject({
    Pump: { start: '2024-01-01T00:00:00.000Z', end: patternTime(1200) },
  });
  expect((await to.check(bytes)).result.counts).toMatchObject({ create: 0, update: 0, conflict: 0 });
});

it('a package of an earlier version, without ranges, preserves existing ranges', async () => {
  const before = await readRanges(target);
  const { training: _, ...earlier } = await recordHere();
  const unchanged = await to.check(await createPackage({ twin: [earlier] }));
  expect(unchanged.result.counts).toMatchObject({ update: 0, skip: 1 });
  const { counts } = await importAll(await createPackage({ twin: [{ ...earlier, description: 'Moved' }] }));
  expect(counts.update).toBe(1);
  expect(await readRanges(target)).toEqual(before);
});

it('imported ranges are removed when the import is undone', async () => {
  const { id } = await target.tenant.db.selectFrom('pattern_set').select('id').executeTakeFirstOrThrow();
  const set = (await target.ask('GET', `/api/indicator-patterns/${id}`, receiver)).json();
  const { strictness, confidence, stepSeconds, condition, mostRefused, mostWrong, version } = set;
  const cleared = await target.ask('PUT', `/api/indicator-patterns/${id}`, receiver, {
    ...{ strictness, confidence, stepSeconds, condition, mostRefused, mostWrong, version },
    training: [],
  });
  expect(cleared.statusCode, cleared.body).toBe(200);
  const { importId } = await importAll(bytes);
  expect(await readRanges(target)).toEqual(await readRanges(source));
  expect((await to.rollBack(importId)).error).toBeNull();
  expect(await readRanges(target)).toEqual([]);
});

it('ranges that overlap, or belong to an unknown pattern, are a conflict with a reason', async () => {
  const record = await recordHere();
  const withRanges = (pattern: string) => ({
    ...record,
    training: {
      Pump: {
        ranges: [
          { pattern: 'Leak', start: patternTime(0), end: patternTime(10) },
          { pattern, start: patternTime(5), end: patternTime(15) },
        ],
      },
    },
  });
  const getConflictMessage = async (pattern: string) => {
    const check = await to.check(await createPackage({ twin: [withRanges(pattern)] }));
    return (await to.rows(check.commandId, '?action=conflict'))[0].message;
  };
  expect(await getConflictMessage('Wear')).toMatch(/Ranges overlap: Leak from .*, and Wear from /);
  expect(await getConflictMessage('Ghost')).toMatch(/There is no pattern 'Ghost'\.$/);
});

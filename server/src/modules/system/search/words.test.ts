import { searchFilters } from '@twinward/domain/search/filters';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { asOwner } from '../../../testing/database.ts';
import { searchByKind, searchEntries } from './service.ts';
import { maximumFound } from './store.ts';
import { lookedUpParts, toPhrases } from './words.ts';
import { wordsToLookUp } from './words-to-look-up.ts';

let test: TestApp;

/** All entries contain 'pump'; every tenth 'flow'; one 'xq7'; every fifth ends with 'zz'. */
beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  await sql`
    insert into search_entry (type, record_id, name, detail, search_text)
    select 2, i, name, '', lower(name) from generate_series(1000001, 1005000) as i, lateral (
      select concat_ws(' ', 'Pump', case when i % 10 = 0 then 'Flow' end, case when i = 1000500 then 'XQ7' end,
        'No', i, case when i % 5 = 0 then 'zz' end) as name) as named`.execute(db);
  await asOwner(test.context.tenants, 'analyze search_entry');
});
afterAll(() => test.close());

const find = (...words: string[]) =>
  searchEntries(test.tenant.db, {
    filters: words.map((value) => ({ field: 'SearchText', operator: 'Contains', value })),
    types: [2],
    pageNumber: 1,
    pageSize: 10,
  });

const lookUp = async (...words: string[]) => [...(await wordsToLookUp(test.tenant.db, words))].sort();

it('a search looks up the rarest words', async () => {
  expect(await lookUp('pump')).toEqual(['pump']);
  expect(await lookUp('pump', 'flow')).toEqual(['flow']);
  expect(await lookUp('pump', 'no', 'xq7')).toEqual(['xq7']);
  expect(await lookUp('pump', 'no', 'zz')).toEqual(['zz']);
  expect(await lookUp('flow', 'no')).toEqual(['flow']);
  expect(await lookUp('zz', 'flow')).toEqual(['flow', 'zz']);
});

it('a search finds the same entries for any choice of looked-up words', async () => {
  expect((await find('pump', 'flow')).total).toBe(500);
  expect((await find('zz', 'pump')).total).toBe(1000);
  expect((await find('zz', 'flow', 'xq7')).total).toBe(1);
  expect((await find('zz', 'xq7', 'p%p')).total).toBe(0);
});

it.each([
  ['pump', ['pum', 'ump']],
  ['fan', ['fan']],
  ['pu-0314', ['031', '314']],
  ['ärmel', ['ärm', 'mel']],
  ['a-b', ['a-b']],
  ['100%', ['100']],
  ['zz', ['zz']],
  ['%', ['%']],
  ['7', []],
])('a search looks up these parts of %s: %j', (word, parts) => expect(lookedUpParts(word)).toEqual(parts));

it.each([
  ['pump', ['pump']],
  ['Feed pump', ['feed pump']],
  ['p-1 or feed pump or p-1', ['p-1', 'feed pump']],
  ['feed (pump or fan)', []],
])('a search for %s prefers names that begin with the phrases %j', (text, phrases) => {
  const parsed = searchFilters(text);
  expect(parsed.ok && toPhrases(parsed.filters)).toEqual(phrases);
});

it('a search finds a kind even when matches of other kinds fill the limit', async () => {
  const { db } = test.tenant;
  await sql`insert into search_entry (type, record_id, name, detail, search_text)
    values (3, 2000001, 'Review of pumps', '', 'review of pumps')`.execute(db);
  const filters = [{ field: 'SearchText', operator: 'Contains' as const, value: 'pump' }];
  const [tags, analyses, ...others] = await searchByKind(db, { filters, types: [2, 3, 4] }, 5);
  expect(others).toEqual([]);
  expect(tags).toMatchObject({ type: 2, isCapped: true });
  expect(tags!.total).toBeGreaterThanOrEqual(maximumFound);
  expect(analyses).toMatchObject({
    type: 3,
    total: 1,
    isCapped: false,
    records: [{ name: 'Review of pumps' }],
  });
});

import { expect, test } from 'vitest';
import { maximumNames, StatementNames } from './statement-names.ts';

const find = (names: StatementNames, text: string) => names.find(text, [1]);

test('names a statement from its second run on', () => {
  const names = new StatementNames();
  expect(find(names, 'a')).toBeNull();
  const name = find(names, 'a');
  expect(name).not.toBeNull();
  expect(find(names, 'a')).toBe(name);
  find(names, 'b');
  expect(find(names, 'b')).not.toBe(name);
});

test.each(['select 1 limit $1', 'select 1 where name ILIKE $1', 'select 1 where name like $1'])(
  'does not name %s',
  (text) => {
    const names = new StatementNames();
    find(names, text);
    expect(find(names, text)).toBeNull();
  },
);

test('names a statement whose limit is no value', () => {
  const names = new StatementNames();
  const text = 'select (select id from tag where twin_id = $1 order by id limit 1)';
  find(names, text);
  expect(find(names, text)).not.toBeNull();
});

test('does not name a statement without values', () => {
  const names = new StatementNames();
  names.find('commit', []);
  expect(names.find('commit', [])).toBeNull();
});

test('names no more statements than the server should keep', () => {
  const names = new StatementNames();
  const named = Array.from({ length: maximumNames + 1 }, (_, i) => {
    find(names, `select ${i}`);
    return find(names, `select ${i}`);
  });
  expect(new Set(named.slice(0, -1)).size).toBe(maximumNames);
  expect(named.at(-1)).toBeNull();
  expect(find(names, 'select 0')).not.toBeNull();
});

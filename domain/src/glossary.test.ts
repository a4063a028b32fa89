import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explain, glossary } from './glossary.ts';

const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, term, meaning] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? [];
  return term === undefined || meaning === undefined ? [] : [{ term, meaning }];
});

it.each(Object.entries(glossary))(
  '%s has the same meaning on screens and in the glossary',
  (term, meaning) => {
    const meanings = rows.filter((row) => row.term === term).map((row) => row.meaning);
    expect(meanings.map((text) => text.slice(0, meaning.length))).toContain(meaning);
  },
);

it('returns the explanation of a term as a sentence', () => {
  expect(explain('target date')).toBe('Target date: when an active advisory should be closed.');
});

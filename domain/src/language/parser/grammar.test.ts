import { readFileSync } from 'node:fs';
import { buildParserFile } from '@lezer/generator';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

it('the parser matches the grammar (if not, run node domain/scripts/grammar.mjs)', () => {
  const { parser, terms } = buildParserFile(read('xen.grammar'), {
    fileName: 'xen.grammar',
    typeScript: true,
    moduleStyle: 'es',
  });
  expect(read('parser.ts')).toBe(parser);
  expect(read('parser.terms.ts')).toBe(terms);
});

// Generates domain/src/language/parser/parser.ts and parser.terms.ts from xen.grammar:
//   node domain/scripts/grammar.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { buildParserFile } from '@lezer/generator';

const folder = new URL('../src/language/parser/', import.meta.url);

const { parser, terms } = buildParserFile(readFileSync(new URL('xen.grammar', folder), 'utf8'), {
  fileName: 'xen.grammar',
  typeScript: true,
  moduleStyle: 'es',
});
writeFileSync(new URL('parser.ts', folder), parser);
writeFileSync(new URL('parser.terms.ts', folder), terms);

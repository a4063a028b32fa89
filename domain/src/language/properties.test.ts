import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckedProgram } from './ast.ts';
import { check } from './check.ts';
import { format } from './editor/format.ts';
import { longestText } from './parser/limits.ts';
import { programText } from './testing/arbitrary.ts';
import { findErrors, indicator } from './testing/contexts.ts';

/** A program without its offsets, which formatting changes. */
function meaning(program: CheckedProgram): unknown {
  return JSON.parse(
    JSON.stringify(program, (key, item) => (key === 'from' || key === 'to' ? undefined : item)),
  );
}

describe('formatting', () => {
  it('preserves the program and its comments, and is idempotent', () => {
    fc.assert(
      fc.property(programText, (text) => {
        expect(findErrors(text, indicator)).toEqual([]);
        const formatted = format(text);
        // Indentation may push a long text beyond the limit.
        fc.pre(formatted.length <= longestText);
        expect(format(formatted)).toBe(formatted);
        const [before, after] = [check(text, indicator), check(formatted, indicator)];
        if (!before.ok || !after.ok) throw new Error(`no program: ${formatted}`);
        expect(meaning(after.program)).toEqual(meaning(before.program));
        const comments = (commented: string) => commented.match(/\/\/.*|\/\*[\s\S]*?\*\//g);
        expect(comments(formatted)).toEqual(comments(text));
      }),
      { numRuns: 500 },
    );
  });
});

/** Texts of reserved words in any order, and of arbitrary characters. */
const anyText = fc.oneof(
  fc.string({ maxLength: 10_000, size: 'max' }),
  fc.string({ unit: 'binary', maxLength: 10_000, size: 'max' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'IF ',
          'ELSE ',
          'ELSEIF ',
          'RETURN ',
          'NUMBER ',
          'BOOL ',
          'x ',
          'AND ',
          'OR ',
          'NOT ',
          'NO_CALC ',
          'null ',
        ],
        ...[
          '(',
          ')',
          '{',
          '}',
          ',',
          ';',
          '=',
          '==',
          '<',
          '+',
          '-',
          '*',
          '/',
          '[Flow]',
          '[Flow',
          '"High"',
          '"',
          '#1d',
        ],
        ...[
          '#',
          '3',
          '.5',
          'ABS(',
          'AVERAGE(',
          'COUNTER(',
          'EXCURSIONCOUNT(',
          'TREND(',
          '\n',
          '//',
          '/*',
          '*/',
          '$',
        ],
      ),
      { maxLength: 3000, size: 'max' },
    )
    .map((words) => words.join('').slice(0, 10_000)),
);

describe('arbitrary text', () => {
  it('is checked and formatted without a crash, with ordered errors inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = text.split('\n');
        const result = check(text, indicator);
        format(text);
        if (result.ok) return;
        expect(result.errors.length).toBeGreaterThan(0);
        let [line, column] = [1, 1];
        for (const { from, to, message } of result.errors) {
          expect(message.replace(text, '')).not.toMatch(/undefined|Keyword|Literal/);
          expect(from.line > line || (from.line === line && from.column >= column)).toBe(true);
          [line, column] = [from.line, from.column];
          for (const end of [from, to])
            expect(end.column).toBeLessThanOrEqual(lines[end.line - 1]!.length + 1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reports errors for every prefix of a program, without a crash', () => {
    fc.assert(
      fc.property(programText, fc.nat(), (text, end) => {
        const part = text.slice(0, end % (text.length + 1));
        check(part, indicator);
        format(part);
      }),
      { numRuns: 500 },
    );
  });
});

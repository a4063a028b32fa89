import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { countText, type Problem, toDiagnostics, toOffsets } from './problems.ts';

const problem = (change: Partial<Problem>): Problem => ({
  severity: 'error',
  message: 'Wrong.',
  from: { line: 2, column: 3 },
  to: { line: 2, column: 5 },
  ...change,
});

describe('problems of a text', () => {
  it('have offsets in the document', () => {
    expect(toDiagnostics([problem({})], Text.of(['first', 'second']))).toEqual([
      { from: 8, to: 10, severity: 'error', message: 'Wrong.' },
    ]);
  });

  it('stay inside a document that became shorter', () => {
    expect(toOffsets(problem({}), Text.of(['first', 's']))).toEqual({ from: 7, to: 7 });
    expect(toOffsets(problem({}), Text.of(['first']))).toEqual({ from: 5, to: 5 });
  });

  it('are counted in words', () => {
    expect(countText([])).toBeNull();
    expect(countText([problem({})])).toBe('1 error');
    expect(countText([problem({}), problem({}), problem({ severity: 'warning' })])).toBe(
      '2 errors, 1 warning',
    );
  });
});

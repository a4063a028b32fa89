import { describe, expect, it } from 'vitest';
import { formatReasons } from './reasons.ts';

describe('the reasons of a suggestion', () => {
  it('list the matching parts, with the matching words', () => {
    expect(
      formatReasons({
        parts: [
          { part: 'name', score: 0.9, weight: 0.6, matched: ['discharge ~ disch', 'pressure ~ pi'] },
          { part: 'unit', score: 0.7, weight: 0.2, matched: ['[psi] ~ bar'] },
          { part: 'description', score: 0, weight: 0.1, matched: [] },
          { part: 'asset', score: 1, weight: 0.1, matched: ['own asset'] },
        ],
      }),
    ).toBe('name: discharge ~ disch, pressure ~ pi · unit: psi ~ bar · own asset');
    expect(formatReasons({ parts: [{ part: 'name', score: 0, weight: 1, matched: [] }] })).toBe(
      'Little in common.',
    );
  });
});

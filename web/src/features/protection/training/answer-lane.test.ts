import { describe, expect, it } from 'vitest';
import { answerSpans } from './answer-lane.ts';

const patterns = [
  { id: 1, name: 'No match', default: true, color: '#9E9E9E' },
  { id: 2, name: 'Leak', default: false, color: '#D55E00' },
];
const at = (hour: number) => Date.UTC(2024, 4, 3, hour);
const change = (hour: number, patternId: number | null) => ({
  time: new Date(at(hour)).toISOString(),
  patternId,
});

describe('the answers of a model', () => {
  it('last until the next one, and are drawn if they are a pattern', () => {
    const groups = answerSpans([change(0, 1), change(2, 2), change(3, null), change(5, 2)], patterns, at(9));
    expect(groups).toEqual([
      {
        color: '#D55E00',
        spans: [
          { from: at(2), to: at(3) },
          { from: at(5), to: at(9) },
        ],
      },
    ]);
  });
});

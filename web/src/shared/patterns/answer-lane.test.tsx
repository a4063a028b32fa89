import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { AnswerLane } from './answer-lane.tsx';

const patterns = [
  { id: 7, name: 'No match', default: true, color: '#9E9E9E' },
  { id: 8, name: 'Leak', default: false, color: '#1E88E5' },
];
const range = { from: 0, to: 100_000 };
const frame = { width: 1000, left: 0, right: 0, hasLabels: false };
const spans = [
  { patternId: 7, start: 0, end: 40_000, count: 1 },
  { patternId: 8, start: 40_000, end: 90_000, count: 1 },
];

it('explains the answer at a clicked time, and the last answer by its button', async () => {
  const asked: number[] = [];
  render(
    <AnswerLane
      patterns={patterns}
      spans={spans}
      range={range}
      frame={frame}
      onAsk={(time) => asked.push(time)}
    />,
  );
  fireEvent.click(screen.getByRole('img', { name: 'Pattern: No match for 40 s, Leak for 50 s' }), {
    clientX: 600,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Why the last answer' }));
  expect(asked).toEqual([60_000, 89_999]);
});

it('has no button if the surrounding charts handle clicks', () => {
  render(<AnswerLane patterns={patterns} spans={spans} range={range} frame={frame} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Leak')).toBeDefined();
});

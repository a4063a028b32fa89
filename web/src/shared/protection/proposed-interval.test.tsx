import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { ProposedInterval } from './proposed-interval.tsx';

const rhythm = {
  gaps: 9999,
  from: '2014-01-01T00:00:00.000Z',
  to: '2014-02-01T00:00:00.000Z',
  median: 300_000,
  usual: 300_000,
  proposal: { expectedInterval: 'PT5M', tolerance: 'PT5M', longer: 3 },
};

it('proposes an interval with its basis, and applies it by a click', async () => {
  serve({ 'GET /api/tags/7/rhythm': () => Response.json(rhythm) });
  const onApply = vi.fn();
  show(<ProposedInterval alias="Flow" tagId={7} onApply={onApply} />, '/', '/');
  const button = await screen.findByRole('button', { name: 'Use the proposed interval of Flow' });
  expect(button.textContent).toBe('Use 5 minutes, tolerance 5 minutes');
  expect(
    screen.getByText(/Of the last 9,999 gaps between points .* 99 % are at most 5 min; 3 are longer/),
  ).toBeTruthy();
  await userEvent.click(button);
  expect(onApply).toHaveBeenCalledWith({ expectedInterval: 'PT5M', tolerance: 'PT5M' });
});

it('shows a message if there are too few points', async () => {
  serve({ 'GET /api/tags/7/rhythm': () => Response.json({ ...rhythm, gaps: 4, proposal: null }) });
  show(<ProposedInterval alias="Flow" tagId={7} onApply={vi.fn()} />, '/', '/');
  expect(await screen.findByText(/too few points/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { RangeBar } from './range-bar.tsx';

const range = { from: Date.UTC(2024, 0, 1, 8), to: Date.UTC(2024, 0, 3, 8) };

it('shows the range of the entered times, and rejects an end before the start', async () => {
  const dispatch = vi.fn();
  show(<RangeBar choice={{ kind: 'fixed', range }} range={range} dispatch={dispatch} />, '/', '/');
  await userEvent.click(screen.getByRole('button', { name: 'Choose from and to' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose from and to' });
  const to = await within(dialog).findByRole('group', { name: 'To' });
  const day = within(to).getByRole('spinbutton', { name: 'Day' });
  const enter = async (text: string): Promise<void> => {
    await userEvent.click(day);
    await userEvent.keyboard(text);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show range' }));
  };
  // The end now equals the start.
  await enter('01');
  expect(await within(dialog).findByText('The end of the range must be after its start.')).toBeTruthy();
  expect(dispatch).not.toHaveBeenCalled();
  await enter('{ArrowUp}');
  expect(dispatch).toHaveBeenCalledExactlyOnceWith({
    type: 'select',
    from: range.from,
    to: Date.UTC(2024, 0, 2, 8),
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Announcer, announce, toast } from './announcer.tsx';

const isSeen = () => getComputedStyle(screen.getByRole('status')).position === 'fixed';
const text = () => screen.getByRole('status').textContent;

it('shows a toast for some seconds in the one live region, and announcements to screen readers alone', () => {
  vi.useFakeTimers();
  render(<Announcer />);
  act(() => announce('129 excursions.'));
  expect([text(), isSeen()]).toEqual(['129 excursions.', false]);
  act(() => toast('Saved.'));
  expect([text(), isSeen()]).toEqual(['Saved.', true]);
  act(() => vi.advanceTimersByTime(4_000));
  act(() => toast('Deleted.'));
  act(() => vi.advanceTimersByTime(4_000));
  expect([text(), isSeen()]).toEqual(['Deleted.', true]);
  act(() => vi.advanceTimersByTime(1_000));
  expect([text(), isSeen()]).toEqual(['Deleted.', false]);
});

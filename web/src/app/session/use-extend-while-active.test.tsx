import { fireEvent, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useExtendWhileActive } from './use-extend-while-active.ts';

const minute = 60_000;
const extend = vi.fn();

function Session({ end }: { end: number | null }) {
  useExtendWhileActive(end, extend);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  extend.mockReset();
});

it('extends an active session once in its last five minutes', () => {
  render(<Session end={Date.now() + 10 * minute} />);
  fireEvent.keyDown(window);
  vi.advanceTimersByTime(6 * minute);
  expect(extend).not.toHaveBeenCalled();
  fireEvent.pointerDown(window);
  vi.advanceTimersByTime(minute);
  expect(extend).toHaveBeenCalledTimes(1);
});

it('does not extend a session in the last minute, which has the countdown', () => {
  render(<Session end={Date.now() + 10 * minute} />);
  vi.advanceTimersByTime(9 * minute + 1);
  fireEvent.keyDown(window);
  vi.advanceTimersByTime(minute);
  expect(extend).not.toHaveBeenCalled();
});

it('does not extend a session whose end is unknown', () => {
  render(<Session end={null} />);
  fireEvent.keyDown(window);
  vi.advanceTimersByTime(24 * 60 * minute);
  expect(extend).not.toHaveBeenCalled();
});

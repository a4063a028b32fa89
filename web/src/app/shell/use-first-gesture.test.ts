import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFirstGesture } from './use-first-gesture.ts';

test.each(['pointerMove', 'pointerDown', 'keyDown'] as const)(
  'runs the action once on the first %s',
  (gesture) => {
    const action = vi.fn(() => Promise.resolve());
    renderHook(() => useFirstGesture(action));
    expect(action).not.toHaveBeenCalled();
    fireEvent[gesture](document.body);
    fireEvent.keyDown(document.body);
    fireEvent.pointerMove(document.body);
    expect(action).toHaveBeenCalledTimes(1);
  },
);

test('runs nothing after unmount, or without an action', () => {
  const action = vi.fn(() => Promise.resolve());
  const { rerender, unmount } = renderHook(({ run }) => useFirstGesture(run), {
    initialProps: { run: action as typeof action | null },
  });
  rerender({ run: null });
  fireEvent.keyDown(document.body);
  unmount();
  fireEvent.pointerMove(document.body);
  expect(action).not.toHaveBeenCalled();
});

import { act, fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyOverlay } from '../../ui/page/lazy-overlay.tsx';
import { usePreloadedOverlays } from './use-preloaded-overlays.ts';

const load = vi.fn(async () => () => null);
beforeEach(() => {
  load.mockClear();
  lazyOverlay(load);
  vi.useFakeTimers();
});

it.each([
  ['the pointer moves', () => fireEvent.pointerOver(document.body)],
  ['the focus moves', () => fireEvent.focusIn(document.body)],
  ['a moment has passed', () => vi.advanceTimersByTime(1500)],
])('loads what opens over a page when %s, not before', async (_, happen) => {
  renderHook(() => usePreloadedOverlays());
  expect(load).not.toHaveBeenCalled();
  await act(async () => happen());
  expect(load).toHaveBeenCalledTimes(1);
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyScreen } from './lazy-screen.ts';
import { ScreenFailure } from './shell/screen-failure.tsx';

function open(load: () => Promise<{ Here: ComponentType }>): ReturnType<typeof vi.fn> {
  const Screen = lazyScreen(load, 'Here');
  const reload = vi.fn();
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <Suspense fallback="Loading...">
          <Screen />
        </Suspense>
      ),
      errorElement: <ScreenFailure reload={reload} />,
    },
  ]);
  render(<RouterProvider router={router} />);
  return reload;
}

beforeEach(() => {
  // React reports what an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a screen whose code does not come', () => {
  it('is given up after two minutes, and loaded again on demand', async () => {
    vi.useFakeTimers();
    const reload = open(() => new Promise(() => {}));
    await act(() => vi.advanceTimersByTimeAsync(119_999));
    expect(screen.getByText('Loading...')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert').textContent).toContain(
      'Loading this page took too long. The connection may be slow or broken, or a newer version may be in place.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('says so when it is refused', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch page-1.js')));
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be loaded.');
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('Failed to fetch page-1.js')).toBeTruthy();
  });
});

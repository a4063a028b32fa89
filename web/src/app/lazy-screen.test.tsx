import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestRouter, TestRouter } from '../testing/test-router.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import type { BuiltRoute } from './routes.tsx';
import { FailureBoundary } from './shell/failure-boundary.tsx';
import { Guarded } from './shell/guarded.tsx';
import { usePreloadedScreens } from './shell/use-preloaded-screens.ts';

function open(load: () => Promise<{ Here: ComponentType }>): ReturnType<typeof vi.fn> {
  const Screen = lazyScreen(load, 'Here');
  const reload = vi.fn();
  const router = createTestRouter([
    {
      path: '/',
      element: (
        <FailureBoundary reload={reload}>
          <Screen fallback="Loading..." />
        </FailureBoundary>
      ),
    },
  ]);
  render(<TestRouter router={router} />);
  return reload;
}

beforeEach(() => {
  // React reports what an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a screen whose code does not load', () => {
  it('times out after two minutes, and can be retried', async () => {
    vi.useFakeTimers();
    const reload = open(() => new Promise(() => {}));
    await act(() => vi.advanceTimersByTimeAsync(119_999));
    expect(screen.getByText('Loading...')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('alert').textContent).toContain(
      'Loading this page took too long. The connection may be slow or broken, or Twinward was updated.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('shows an error if loading fails', async () => {
    open(() => Promise.reject(new TypeError('Failed to fetch page-1.js')));
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be loaded.');
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('Failed to fetch page-1.js')).toBeTruthy();
  });
});

/** Opens a start page with a link to a screen whose code loads when `arrive` is called, or fails on `refuse`. */
async function openStart() {
  let arrive = (): void => {};
  let refuse = (): void => {};
  const load = vi.fn(
    () =>
      new Promise<{ Later: ComponentType }>((resolve, reject) => {
        arrive = () => resolve({ Later: () => <h1>Twins of the plant</h1> });
        refuse = () => reject(new TypeError('Failed to fetch page-1.js'));
      }),
  );
  const Start = () => {
    usePreloadedScreens(entries);
    return (
      <>
        <h1>Start</h1>
        <Link to="/later?page=2">Later</Link>
        <a href="https://elsewhere.example/later">Elsewhere</a>
      </>
    );
  };
  const entries: BuiltRoute[] = [
    { path: '/', title: 'Home', access: 'public', screen: lazyScreen(async () => ({ Start }), 'Start') },
    { path: '/later', title: 'Twins', access: 'public', screen: lazyScreen(load, 'Later') },
  ];
  const router = createTestRouter(
    entries.map((entry) => ({
      path: entry.path,
      element: (
        <FailureBoundary>
          <Guarded entry={entry} />
        </FailureBoundary>
      ),
    })),
  );
  // Preloaded, so that it is rendered at once with its effects.
  await entries[0]!.screen.preload();
  render(<TestRouter router={router} />);
  return { load, arrive: () => act(async () => arrive()), refuse: () => act(async () => refuse()) };
}
const later = () => screen.findByRole('link', { name: 'Later' });

describe('a click on a link to a screen that is not loaded', () => {
  it('shows the new title and a skeleton at once, and the screen when its code is loaded', async () => {
    const { arrive } = await openStart();
    fireEvent.click(await later());
    expect(document.title).toBe('Twins - Twinward');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.getByText('Twins', { selector: 'p' })).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Loading...' })).toBeTruthy();
    await arrive();
    expect(screen.getByRole('heading', { name: 'Twins of the plant' })).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a part of a screen whose code does not load', () => {
  it('shows one error, and is retried when the screen is opened again', async () => {
    const load = vi
      .fn(async () => () => 'The chart')
      .mockRejectedValueOnce(new TypeError('Failed to fetch chart-1.js'));
    const Chart = lazyComponent(load);
    const createScreen = (element: ReactNode) => (
      <FailureBoundary>
        <Suspense fallback="Loading...">{element}</Suspense>
      </FailureBoundary>
    );
    const router = createTestRouter([
      { path: '/', element: createScreen(<Chart />) },
      { path: '/other', element: createScreen('The other screen') },
    ]);
    render(<TestRouter router={router} />);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded.');
    expect(load).toHaveBeenCalledTimes(1);
    act(() => router.navigate('/other'));
    await act(async () => router.navigate(-1));
    expect(await screen.findByText('The chart')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a screen that failed', () => {
  it('shows the error until another screen is opened', async () => {
    const Failing = (): never => {
      throw new Error('No such tag.');
    };
    const at = (element: ReactNode) => <FailureBoundary>{element}</FailureBoundary>;
    const router = createTestRouter([
      { path: '/', element: at(<Failing />) },
      { path: '/other', element: at('The other screen') },
    ]);
    render(<TestRouter router={router} />);
    expect(screen.getByRole('heading', { name: 'This page failed' })).toBeTruthy();
    act(() => router.navigate('/other'));
    expect(screen.getByText('The other screen')).toBeTruthy();
    act(() => router.navigate(-1));
    expect(screen.getByRole('heading', { name: 'This page failed' })).toBeTruthy();
  });
});

describe('the code of a screen', () => {
  it.each([
    ['pointer', fireEvent.pointerOver],
    ['focus', fireEvent.focusIn],
  ])('is loaded once when the %s reaches a link, and is then shown at once', async (_, reach) => {
    const { load, arrive } = await openStart();
    const link = await later();
    reach(screen.getByText('Elsewhere'));
    expect(load).not.toHaveBeenCalled();
    reach(link);
    reach(link);
    await arrive();
    fireEvent.click(link);
    expect(screen.getByRole('heading', { name: 'Twins of the plant' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is retried by the click if preloading failed', async () => {
    const { load, arrive, refuse } = await openStart();
    const link = await later();
    fireEvent.pointerOver(link);
    await refuse();
    fireEvent.click(link);
    await arrive();
    expect(screen.getByRole('heading', { name: 'Twins of the plant' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { getLibraryStatus } from '@twinward/contracts/system/library';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../shared/api/http.ts';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { beginSession, endSession, readStored } from '../../shared/session/credentials.ts';
import { viewer } from '../../testing/show.tsx';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { lazyScreen } from '../lazy-screen.tsx';
import type { BuiltRoute } from '../routes.tsx';
import { SessionProvider } from '../session/session-provider.tsx';
import { Guarded } from './guarded.tsx';

function Here(): ReactNode {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}
const createScreen = (name: string) =>
  lazyScreen(
    async () => ({
      Here: () => (
        <>
          <h1>{name}</h1>
          <Here />
        </>
      ),
    }),
    'Here',
  );
const entries: BuiltRoute[] = [
  {
    path: '/signin',
    title: 'Sign in',
    access: 'public',
    signedOutOnly: true,
    screen: createScreen('Sign in'),
  },
  { path: '/home', title: 'Home', access: 'signed-in', screen: createScreen('Home') },
  { path: '/new-password', title: 'New password', access: 'signed-in', screen: createScreen('New password') },
  {
    path: '/second-factor',
    title: 'Second factor',
    access: 'signed-in',
    screen: createScreen('Second factor'),
  },
  { path: '/apps/twins', title: 'Twins', access: 'apps', screen: createScreen('Twins') },
  { path: '/settings/users', title: 'Users', access: 'users', screen: createScreen('Users') },
];

function open(path: string): QueryClient {
  const client = createQueryClient();
  const router = createTestRouter(
    entries.map((entry) => ({ path: entry.path, element: <Guarded entry={entry} /> })),
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <TestRouter router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  );
  return client;
}

let status = 200;
let userStatus = 200;
let mustEnrol = false;
let mustChangePassword = false;
beforeEach(() => {
  status = 200;
  userStatus = 200;
  mustEnrol = false;
  mustChangePassword = false;
  window.history.replaceState(null, '', '/somewhere');
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/notifications/subscription') return new Response('{}', { status: 404 });
    const body = url === '/api/user/current' ? viewer : { onPremise: true, mustEnrol, mustChangePassword };
    const own = url === '/api/user/current' ? Math.max(status, userStatus) : status;
    const refused = { message: own === 401 ? 'Please sign in.' : 'The database is starting.' };
    return new Response(JSON.stringify(own === 200 ? body : refused), { status: own });
  });
});
const signIn = () => beginSession({ sessionId: 'a', databaseName: 'demo' });

describe('the access to a screen', () => {
  it('shows the screen with its title to users with access', async () => {
    signIn();
    open('/apps/twins?level=0-0');
    expect(await screen.findByText('at /apps/twins?level=0-0')).toBeTruthy();
    expect(document.title).toBe('Twins - Twinward');
  });

  it('redirects to the sign-in page, and then to the requested page', async () => {
    open('/apps/twins?level=0-0&page=2');
    expect(await screen.findByText('at /signin')).toBeTruthy();
    act(signIn);
    expect(await screen.findByText('at /apps/twins?level=0-0&page=2')).toBeTruthy();
  });

  it('redirects from the sign-in page to the home page when signed in', async () => {
    signIn();
    open('/signin');
    expect(await screen.findByText('at /home')).toBeTruthy();
  });

  it('shows the reason to users without access', async () => {
    signIn();
    open('/settings/users');
    expect(
      await screen.findByText('You do not have sufficient privileges to access this page.'),
    ).toBeTruthy();
    expect(screen.queryByText('at /settings/users')).toBeNull();
  });
});

describe('a session without a required second factor', () => {
  it('redirects to the set-up, and then to the requested page', async () => {
    mustEnrol = true;
    signIn();
    const client = open('/apps/twins?page=2');
    expect(await screen.findByText('at /second-factor')).toBeTruthy();
    mustEnrol = false;
    await act(() => client.invalidateQueries({ queryKey: ['user', { sessionId: 'a' }] }));
    expect(await screen.findByText('at /apps/twins?page=2')).toBeTruthy();
  });

  it('is detected from any call rejected because of it', async () => {
    signIn();
    open('/home');
    await screen.findByText('at /home');
    mustEnrol = true;
    const refused = { id: 'second-factor-required', message: 'Set up a second factor first.' };
    const others = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      url === '/api/library/status' ? Response.json(refused, { status: 403 }) : others(url, init),
    );
    await act(() => call<typeof getLibraryStatus>('GET /api/library/status').catch(() => undefined));
    expect(await screen.findByText('at /second-factor')).toBeTruthy();
  });

  it('redirects other sessions away from the set-up page', async () => {
    signIn();
    open('/second-factor');
    expect(await screen.findByText('at /home')).toBeTruthy();
  });
});

describe('a session with a password set by another user', () => {
  it('redirects to the password page, then to the second factor, then to the requested page', async () => {
    mustChangePassword = true;
    signIn();
    const client = open('/apps/twins?page=2');
    expect(await screen.findByText('at /new-password')).toBeTruthy();
    const renew = () => act(() => client.invalidateQueries({ queryKey: ['user', { sessionId: 'a' }] }));
    mustChangePassword = false;
    mustEnrol = true;
    await renew();
    expect(await screen.findByText('at /second-factor')).toBeTruthy();
    mustEnrol = false;
    await renew();
    expect(await screen.findByText('at /apps/twins?page=2')).toBeTruthy();
  });
});

describe('the session', () => {
  it('ends when another tab signs out', async () => {
    signIn();
    open('/home');
    expect(await screen.findByText('at /home')).toBeTruthy();
    act(() => {
      localStorage.removeItem('twinward.session');
      window.dispatchEvent(new StorageEvent('storage', { key: 'twinward.session' }));
    });
    expect(await screen.findByText('at /signin')).toBeTruthy();
  });

  it('ends with the reason if it is unknown to the server', async () => {
    signIn();
    status = 401;
    open('/home');
    expect(await screen.findByText('at /signin')).toBeTruthy();
    expect(readStored()).toEqual({ credentials: null, endedBecause: 'Session expired' });
  });

  it.each([
    ['could not be validated', () => (status = 503)],
    ['has a user who could not be read', () => (userStatus = 503)],
  ])('that %s shows only the error, and retries by a button', async (_, fail) => {
    signIn();
    fail();
    open('/home');
    expect(await screen.findByText('Failed to validate session')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('The database is starting.')).toBeTruthy();
    expect(screen.queryByText('at /home')).toBeNull();
    expect(readStored()).toEqual({ credentials: { sessionId: 'a', databaseName: 'demo' } });
    status = 200;
    userStatus = 200;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('at /home')).toBeTruthy();
  });

  it('ends with the reason if the server rejects its user', async () => {
    signIn();
    userStatus = 401;
    open('/home');
    expect(await screen.findByText('at /signin')).toBeTruthy();
    expect(readStored()).toEqual({ credentials: null, endedBecause: 'Session expired' });
  });

  it('removes cached data for the next user', async () => {
    signIn();
    const client = open('/home');
    await screen.findByText('at /home');
    client.setQueryData(['twins', { list: 'worst' }], 'what ada saw');
    act(() => endSession());
    await screen.findByText('at /signin');
    act(() => beginSession({ sessionId: 'b', databaseName: 'demo' }));
    await screen.findByText('at /home');
    expect(client.getQueryData(['twins', { list: 'worst' }])).toBeUndefined();
    expect(client.getQueryData(['user', { sessionId: 'a' }])).toBeUndefined();
  });
});

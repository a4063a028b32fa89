import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { User } from '@twinward/contracts/access/user';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createQueryClient } from '../shared/api/query-client.ts';
import type { Session } from '../shared/session/session.ts';
import { SessionContext } from '../shared/session/session-context.tsx';
import { TimeZoneProvider } from '../ui/format/time-zone.ts';
import { createTestRouter, TestRouter } from './test-router.tsx';

export const viewer: User = {
  id: 1,
  userName: 'ada',
  email: null,
  firstName: 'Ada',
  lastName: 'Marsh',
  middleName: '',
  timeZone: 'UTC',
  mobilePhone: null,
  enabled: true,
  systemUser: false,
  isAdmin: false,
  assignedGroups: ['VIEWERS'],
  assignedRecordTypes: [],
  allowDirectLogin: true,
  external: false,
};

export const createSession = (user: User, onPremise = true): Session => ({
  user,
  databaseName: 'demo',
  onPremise,
  mustEnrol: false,
  mustChangePassword: false,
  version: '25.05.28.0001',
  libraryStatus: { available: false, version: null, lastSync: null, modelCount: 0 },
});

/** Renders a screen at a path for a signed-in user. Other paths render nothing. */
export function show(screen: ReactNode, path: string, address: string, user: User = viewer) {
  const router = createTestRouter(
    [
      { path, element: screen },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={createSession(user)}>
        <TimeZoneProvider value={user.timeZone}>
          <TestRouter router={router} />
        </TimeZoneProvider>
      </SessionContext>
    </QueryClientProvider>,
  );
  return router;
}

export interface Asked {
  call: string;
  query: URLSearchParams;
  body: unknown;
}
export type Answers = Record<string, (asked: Asked) => Response | Promise<Response>>;

/** Fakes the server by method and path, with 404 for others. Returns the list of requests. */
export function serve(answers: Answers): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    const asked: Asked = {
      call: `${init.method} ${url.pathname}`,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    all.push(asked);
    return answers[asked.call]?.(asked) ?? Response.json({ message: `no ${asked.call}` }, { status: 404 });
  });
  return all;
}

/** One page of a list. */
export const page = (records: unknown[], total: number = records.length): Response =>
  Response.json(records, { headers: { 'x-paging-total-records': String(total) } });

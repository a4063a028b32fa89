import { useQuery } from '@tanstack/react-query';
import type { getExternalSignIn } from '@twinward/contracts/access/external-sign-in';
import { call } from '../../../shared/api/http.ts';

/** What the button for external users of a database says; null where there is none. */
export const useExternalSignInLabel = (databaseName: string) =>
  useQuery({
    queryKey: ['external-sign-in', { databaseName }],
    queryFn: async ({ signal }) => {
      const query = { databaseName };
      return (await call<typeof getExternalSignIn>('GET /api/external-sign-in', { query, signal })).label;
    },
    enabled: databaseName !== '',
    // Who has no such button loses nothing: no failure is shown.
    retry: false,
  });

/** The address that leads the browser to the identity provider of a database. */
export const externalSignInPath = (databaseName: string): string =>
  `/api/external-sign-in/start?${new URLSearchParams({ databaseName })}`;

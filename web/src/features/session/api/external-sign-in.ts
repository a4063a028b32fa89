import { useQuery } from '@tanstack/react-query';
import type { getExternalSignIn } from '@twinward/contracts/access/external-sign-in';
import { call } from '../../../shared/api/http.ts';

/** Label of the sign-in button for external users of a database; null if there is none. */
export const useExternalSignInLabel = (databaseName: string) =>
  useQuery({
    queryKey: ['external-sign-in', { databaseName }],
    queryFn: async ({ signal }) => {
      const query = { databaseName };
      return (await call<typeof getExternalSignIn>('GET /api/external-sign-in', { query, signal })).label;
    },
    enabled: databaseName !== '',
    // Errors are ignored: the button is optional.
    retry: false,
  });

/** The URL of a database's identity provider. */
export const externalSignInPath = (databaseName: string): string =>
  `/api/external-sign-in/start?${new URLSearchParams({ databaseName })}`;

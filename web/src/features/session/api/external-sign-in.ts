import { useQuery } from '@tanstack/react-query';
import type { getExternalSignIn, startExternalSignIn } from '@twinward/contracts/access/external-sign-in';
import { withBasePath } from '../../../shared/address/base-path.ts';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';

/** Label of the sign-in button for external users of a database; null if the database has no identity provider. */
export const useExternalSignInLabel = (databaseName: string) =>
  useQuery({
    queryKey: ['external-sign-in', { databaseName }],
    queryFn: async ({ signal }) => {
      const query = { databaseName };
      return (await call<typeof getExternalSignIn>('GET /api/external-sign-in', { query, signal })).label;
    },
    enabled: databaseName !== '',
    // Errors are ignored, since the button is optional.
    retry: false,
  });

/** Redirects the browser to the identity provider of a database. */
export const useStartExternalSignIn = (databaseName: string) =>
  useApiMutation<typeof startExternalSignIn, void>('POST /api/external-sign-in/start', {
    toCall: () => ({ body: { databaseName } }),
    onSuccess: ({ address }) => window.location.assign(withBasePath(address)),
  });

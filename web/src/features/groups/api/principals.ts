import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { matchPrincipals, Principals, resolvePrincipals } from '@twinward/contracts/access/security';
import { call } from '../../../shared/api/http.ts';

export type NamedUser = Pick<Principals['users'][number], 'id' | 'userName' | 'firstName' | 'lastName'>;

/** Maximum number of ids per call. */
const atOnce = 1000;

/** Resolves ids of users to their names. */
export const useUserNames = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['principals', { ids }],
    queryFn: async ({ signal }): Promise<NamedUser[]> => {
      const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
        call<typeof resolvePrincipals>('POST /api/security/resolve', {
          body: { users: ids.slice(part * atOnce, (part + 1) * atOnce) },
          signal,
        }),
      );
      return (await Promise.all(parts)).flatMap(({ users }) => users);
    },
  });

/** Enabled users whose names contain a text. Empty for an empty text. */
export const useMatchingUsers = (text: string) =>
  useQuery({
    queryKey: ['principals', { text }],
    queryFn: async ({ signal }): Promise<NamedUser[]> =>
      (await call<typeof matchPrincipals>('POST /api/security/match', { body: { users: [text] }, signal }))
        .users,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });

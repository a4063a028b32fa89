import type { getPasswordRules } from '@twinward/contracts/access/user';
import { useApiQuery } from '../api-query.ts';

/** The minimum length of a new password. Undefined while loading. */
export const useMinimumPassword = (databaseName: string): number | undefined =>
  useApiQuery<typeof getPasswordRules>(
    ['sign-in-rules', { databaseName }],
    'GET /api/user/password/rules',
    { query: { databaseName } },
    { enabled: databaseName !== '' },
  ).data?.minimumPasswordLength;

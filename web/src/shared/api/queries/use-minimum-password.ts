import type { getPasswordRules } from '@twinward/contracts/access/user';
import { useApiQuery } from '../api-query.ts';

/** The least number of characters of a new password; undefined until it is known. */
export const useMinimumPassword = (databaseName: string): number | undefined =>
  useApiQuery<typeof getPasswordRules>(
    ['sign-in-rules', { databaseName }],
    'GET /api/user/password/rules',
    { query: { databaseName } },
    { enabled: databaseName !== '' },
  ).data?.minimumPasswordLength;

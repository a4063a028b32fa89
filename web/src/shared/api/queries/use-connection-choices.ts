import type { listConnectionChoices } from '@twinward/contracts/connections/mapping';
import { useApiQuery } from '../api-query.ts';

/** The connections for select fields, ordered by name. */
export const useConnectionChoices = () =>
  useApiQuery<typeof listConnectionChoices>(
    ['connections', { choices: true }],
    'GET /api/connections/choices',
    {},
  );

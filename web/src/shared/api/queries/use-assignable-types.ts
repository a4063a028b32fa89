import { recordTypes } from '@twinward/contracts/access/access';
import type { listAssignableTypes } from '@twinward/contracts/access/security';
import { useApiQuery } from '../api-query.ts';

/** The record types that a user or group may have assigned, as choices; those of the system by name until they are loaded. */
export function useAssignableTypes(): { value: string; label: string }[] {
  const { data } = useApiQuery<typeof listAssignableTypes>(
    ['record-types', { assignable: true }],
    'GET /api/security/recordtypes',
  );
  return (
    data?.map(({ name, caption }) => ({ value: name, label: caption })) ??
    recordTypes.map((name) => ({ value: name, label: name }))
  );
}

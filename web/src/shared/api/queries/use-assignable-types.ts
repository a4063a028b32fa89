import { recordTypes } from '@twinward/contracts/access/access';
import type { listAssignableTypes } from '@twinward/contracts/access/security';
import { useApiQuery } from '../api-query.ts';

/** Choices of the record types that can be assigned to a user or group; only system types until they are loaded. */
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

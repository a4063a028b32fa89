import { useQueryClient } from '@tanstack/react-query';
import type {
  createProtectionWithActivity,
  NewProtectionWithActivity,
  updateProtectionWithActivity,
} from '@twinward/contracts/protections/activity-protection';
import type {
  createProtections,
  deleteProtection,
  NewProtection,
  Protection,
  ProtectionChange,
  updateProtection,
} from '@twinward/contracts/protections/protection';
import type { ActivityChange } from '@twinward/contracts/twins/activity';
import { ApiError } from '../../../shared/api/api-error.ts';
import { call } from '../../../shared/api/http.ts';
import { offerToUndo } from '../../../shared/api/mutation-effects.ts';
import { toast } from '../../../ui/feedback/announcer.tsx';

/** Creates, updates and deletes protections of a twin. Shows a toast and invalidates queries. */
export function useWriteProtection(twinId: number) {
  const queryClient = useQueryClient();
  const renew = (saved: Protection | null): void => {
    toast(saved === null ? 'Deleted.' : 'Saved.');
    if (saved !== null) queryClient.setQueryData(['protections', { protectionId: saved.id }], saved);
    void queryClient.invalidateQueries({ queryKey: ['protections', { twinId }] });
    void queryClient.invalidateQueries({ queryKey: ['twins', { twinId }] });
  };
  const renewWork = (saved: Protection): void => {
    renew(saved);
    void queryClient.invalidateQueries({ queryKey: ['activities', { twinId }] });
    void queryClient.invalidateQueries({ queryKey: ['tag-aliases', { twinId }] });
  };
  const remove = async (id: number): Promise<void> => {
    await call<typeof deleteProtection>('DELETE /api/indicators/:id', { params: { id } });
    queryClient.removeQueries({ queryKey: ['protections', { protectionId: id }] });
    renew(null);
  };
  return {
    async create(body: Omit<NewProtection, 'twinId'>): Promise<Protection> {
      const [made] = await call<typeof createProtections>('POST /api/indicators', {
        body: [{ ...body, twinId }],
      });
      renew(made!);
      offerToUndo(() => remove(made!.id));
      return made!;
    },
    async update(id: number, body: ProtectionChange): Promise<Protection> {
      const saved = await call<typeof updateProtection>('PUT /api/indicators/:id', { params: { id }, body });
      renew(saved);
      return saved;
    },
    /** Creates a protection and its activity in one transaction. */
    async createWithActivity(body: NewProtectionWithActivity): Promise<Protection> {
      const { indicator } = await call<typeof createProtectionWithActivity>(
        'POST /api/indicators/with-activity',
        { body },
      ).catch(ofOthers);
      renewWork(indicator);
      return indicator;
    },
    /** Updates a protection and its activity in one transaction. */
    async updateWithActivity(
      id: number,
      body: { indicator: ProtectionChange; activity: ActivityChange & { id: number } },
    ): Promise<Protection> {
      const { indicator } = await call<typeof updateProtectionWithActivity>(
        'PUT /api/indicators/:id/with-activity',
        { params: { id }, body },
      ).catch(ofOthers);
      renewWork(indicator);
      return indicator;
    },
    remove,
  };
}

/** Removes the current record from conflict errors of an activity or input, which are not protection conflicts. */
function ofOthers(error: unknown): never {
  const current = error instanceof ApiError ? error.body.current : undefined;
  if (!(error instanceof ApiError) || typeof current !== 'object' || current === null) throw error;
  if ('thresholds' in current) throw error;
  const { current: _, ...body } = error.body;
  throw new ApiError(error.status, body, { cause: error });
}

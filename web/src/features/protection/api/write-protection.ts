import { useQueryClient } from '@tanstack/react-query';
import type {
  createProtections,
  deleteProtection,
  NewProtection,
  Protection,
  ProtectionChange,
  updateProtection,
} from '@twinward/contracts/protection';
import { call } from '../../../app/http.ts';

/** Makes, changes and deletes protections of a twin, and renews what shows them. */
export function useWriteProtection(twinId: number) {
  const queryClient = useQueryClient();
  const renew = (saved: Protection | null): void => {
    if (saved !== null) queryClient.setQueryData(['protections', { protectionId: saved.id }], saved);
    void queryClient.invalidateQueries({ queryKey: ['protections', { twinId }] });
    void queryClient.invalidateQueries({ queryKey: ['twins', { twinId }] });
  };
  return {
    async create(body: Omit<NewProtection, 'twinId'>): Promise<Protection> {
      const [made] = await call<typeof createProtections>('POST /api/indicators', {
        body: [{ ...body, twinId }],
      });
      renew(made!);
      return made!;
    },
    async update(id: number, body: ProtectionChange): Promise<Protection> {
      const saved = await call<typeof updateProtection>('PUT /api/indicators/:id', { params: { id }, body });
      renew(saved);
      return saved;
    },
    async remove(id: number): Promise<void> {
      await call<typeof deleteProtection>('DELETE /api/indicators/:id', { params: { id } });
      queryClient.removeQueries({ queryKey: ['protections', { protectionId: id }] });
      renew(null);
    },
  };
}

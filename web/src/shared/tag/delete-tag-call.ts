import type { deleteTag } from '@twinward/contracts/signals/tag';
import { call } from '../api/http.ts';

/** @param unlink removes a tag in use from its users too; else it is refused */
export const removeTag = (id: number, unlink: boolean): Promise<void> =>
  call<typeof deleteTag>('DELETE /api/tags/:id', {
    params: { id },
    query: { unlink: unlink ? 'true' : 'false' },
  });

import type { deleteTag } from '@twinward/contracts/signals/tag';
import { call } from '../api/http.ts';

/** @param unlink also removes a tag in use from everything that uses it; otherwise the call is rejected */
export const removeTag = (id: number, unlink: boolean): Promise<void> =>
  call<typeof deleteTag>('DELETE /api/tags/:id', {
    params: { id },
    query: { unlink: unlink ? 'true' : 'false' },
  });

import type { LibraryStatus } from '@twinward/contracts/system/library';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { getSystemSetting, type Setting } from '../setting/service.ts';
import { selectLibraryState } from './store.ts';

/** A model that was taken from another installation, and its version there. */
const takenModel = z.object({
  modelId: z.number(),
  connectionId: z.number(),
  remoteId: z.number(),
  major: z.number(),
  minor: z.number(),
  patch: z.number(),
});
export type TakenModel = z.infer<typeof takenModel>;

/** The models taken from the libraries of other installations, and the time of the last read. */
export const remoteLibrary: Setting<{ taken: TakenModel[]; lastSync: string | null }> = {
  name: 'remote-library',
  schema: z.object({ taken: z.array(takenModel), lastSync: z.string().nullable() }),
  initial: { taken: [], lastSync: null },
};

/** Returns the state of the tenant's library. */
export async function getLibraryStatus(db: Db): Promise<LibraryStatus> {
  const { model_count: modelCount, published_at } = await selectLibraryState(db);
  const version = published_at?.toISOString() ?? null;
  const { lastSync } = await getSystemSetting(db, remoteLibrary);
  return { available: modelCount > 0, version, lastSync, modelCount };
}

import type { LibraryStatus } from '@twinward/contracts/system/library';
import type { Db } from '../../../platform/database/database.ts';
import { selectLibraryState } from './store.ts';

/** What the tenant has of the library. */
export async function getLibraryStatus(db: Db): Promise<LibraryStatus> {
  const { model_count: modelCount, published_at } = await selectLibraryState(db);
  const version = published_at?.toISOString() ?? null;
  return { available: modelCount > 0, version, lastSync: null, modelCount };
}

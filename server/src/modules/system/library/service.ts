import { type LibraryStatus, libraryStatus } from '@twinward/contracts/system/library';
import type { Db } from '../../../platform/database/database.ts';
import { getSystemSetting, type Setting } from '../setting/service.ts';

/** Set when a library is imported; until then there is none. */
const setting: Setting<LibraryStatus> = {
  name: 'library',
  schema: libraryStatus,
  initial: { available: false, version: null, lastSync: null, modelCount: 0 },
};

export function getLibraryStatus(db: Db): Promise<LibraryStatus> {
  return getSystemSetting(db, setting);
}

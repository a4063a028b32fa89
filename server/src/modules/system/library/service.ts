import { type LibraryStatus, libraryStatus } from '@twinward/contracts/system/library';
import type { Db } from '../../../platform/database/database.ts';
import { getSystemSetting, type Setting } from '../setting/service.ts';

/** Noted by whatever brings a library in; until then there is none. */
const setting: Setting<LibraryStatus> = {
  name: 'library',
  schema: libraryStatus,
  initial: { available: false, version: null, lastSync: null, modelCount: 0 },
};

export function getLibraryStatus(db: Db): Promise<LibraryStatus> {
  return getSystemSetting(db, setting);
}

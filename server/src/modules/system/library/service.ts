import { type LibraryStatus, libraryStatus } from '@twinward/contracts/system/library';
import type { Db } from '../../../platform/database/database.ts';
import { readSystemSetting, type Setting } from '../setting/service.ts';

/** Noted by whatever brings a library in; until then there is none. */
const setting: Setting<LibraryStatus> = {
  name: 'library',
  schema: libraryStatus,
  initial: { available: false, version: null, lastSync: null, modelCount: 0 },
};

export function readLibraryStatus(db: Db): Promise<LibraryStatus> {
  return readSystemSetting(db, setting);
}

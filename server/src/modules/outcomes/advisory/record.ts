import type { AdvisoryRecord } from '@twinward/contracts/advisories/advisory';
import { calculatePrecision, openAdvisoryStates } from '@twinward/domain/rules/advisory';
import type { Db } from '../../../platform/database/database.ts';
import { countOutcomes } from './store.ts';

/** Returns the outcomes of protections' advisories, one entry per protection, in the order of the ids. */
export async function listAdvisoryRecords(
  db: Db,
  protectionIds: readonly number[],
): Promise<AdvisoryRecord[]> {
  const rows = await countOutcomes(db, protectionIds);
  return protectionIds.map((protectionId) => {
    const own = rows.filter((row) => row.protection_id === protectionId);
    const sum = (isMeant: (row: (typeof rows)[number]) => boolean) =>
      own.filter(isMeant).reduce((total, { count }) => total + count, 0);
    const counts = {
      confirmed: sum(({ outcome }) => outcome === 'confirmed'),
      prevented: sum(({ outcome }) => outcome === 'prevented'),
      falseAlarm: sum(({ outcome }) => outcome === 'false-alarm'),
    };
    return {
      protectionId,
      ...counts,
      noAction: sum(({ outcome }) => outcome === 'no-action'),
      open: sum(({ state }) => openAdvisoryStates.includes(state)),
      precision: calculatePrecision(counts),
    };
  });
}

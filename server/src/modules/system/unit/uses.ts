import type { UnitUse } from '@twinward/contracts/system/unit';
import { findUnits } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { type UnitReference, unitUsed } from './events.ts';
import { selectUnits, toConvertible, type UnitRow } from './store.ts';

/** Returns a unit as records refer to it. */
export async function referenceTo(db: Db, { id, code, abbreviation, name }: UnitRow): Promise<UnitReference> {
  const all = (await selectUnits(db)).map((row) => ({ ...toConvertible(row), ...row }));
  const names = [...new Set([code, abbreviation, name])].filter((one) => {
    const meant = findUnits(one, all);
    return meant.length === 1 && meant[0]!.code === code;
  });
  return { id, code, names };
}

/** Counts the records that use a unit, by type. */
export async function listUses(db: Db, unit: UnitRow): Promise<UnitUse[]> {
  const answers = await unitUsed.ask(db, await referenceTo(db, unit));
  return answers.flat();
}

/** For example `3 tags, 1 input`. */
export const describeUses = (uses: readonly UnitUse[]): string =>
  uses.map(({ usedBy, count }) => `${count.toLocaleString('en-US')} ${usedBy}`).join(', ');

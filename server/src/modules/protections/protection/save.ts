import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { Rationalization, ThresholdChange } from '@twinward/contracts/protections/threshold';
import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ThresholdTable } from '../../../platform/database/generated/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  deleteThresholds,
  insertThresholds,
  replaceAliases,
  type StoredSetting,
  selectAliases,
  selectThresholds,
  updateThreshold,
} from '../definition/service.ts';
import { assertNoOwnDeviation } from '../evaluation/service.ts';
import type { AliasRow } from './check.ts';

/**
 * Replaces a protection's thresholds, in order: updates those with an id if they differ, inserts those without one, and
 * deletes missing ones with their excursions.
 * @returns whether anything changed that evaluation depends on.
 * @throws AppError `not-found` for the id of another protection's threshold.
 */
export async function saveThresholds(
  db: Db,
  protectionId: number,
  thresholds: readonly ThresholdChange[],
): Promise<boolean> {
  const before = new Map((await selectThresholds(db, protectionId)).map((row) => [row.id, row]));
  const unknown = thresholds.findIndex(({ id }) => id !== undefined && !before.has(id));
  if (unknown >= 0) {
    const message = 'Trigger not found.';
    throw new AppError('not-found', message, {
      errors: [{ path: `thresholds.${unknown}.id`, message }],
    });
  }
  const kept = new Set(thresholds.map(({ id }) => id));
  const removed = [...before.keys()].filter((id) => !kept.has(id));
  await deleteThresholds(db, removed);
  let differs = removed.length > 0;
  const added: Insertable<ThresholdTable>[] = [];
  for (const [position, threshold] of thresholds.entries()) {
    const row = toRow(protectionId, position, threshold);
    const rationalization = toRationalization(threshold.rationalization);
    const known = threshold.id === undefined ? undefined : before.get(threshold.id);
    if (known === undefined) {
      differs = true;
      added.push({ ...toColumns(row), rationalization: rationalization && JSON.stringify(rationalization) });
      continue;
    }
    const { id, rationalization: oldRationalization, model_part: _, ...old } = known;
    if (!isDeepStrictEqual(row, old)) {
      differs = true;
      await updateThreshold(db, id, toColumns(row));
    }
    // A separate statement: a trigger counts updates of the other columns as changes of the definition.
    if (!isDeepStrictEqual(rationalization, oldRationalization)) {
      await updateThreshold(db, id, { rationalization: rationalization && JSON.stringify(rationalization) });
    }
  }
  await insertThresholds(db, added);
  return differs;
}

const toColumns = (row: ReturnType<typeof toRow>) => ({ ...row, actions: JSON.stringify(row.actions) });

/** Returns null if no field is filled in. */
function toRationalization(given: Rationalization | null): Rationalization | null {
  return given && Object.values(given).some((value) => value !== '' && value !== null) ? given : null;
}

function toRow(protection_id: number, position: number, threshold: ThresholdChange) {
  return {
    protection_id,
    position,
    name: threshold.name,
    alias: threshold.alias || null,
    type: threshold.type,
    logic: threshold.logic,
    level: threshold.level,
    log_excursion: threshold.logExcursion,
    on_delay: threshold.onDelay,
    off_delay: threshold.offDelay,
    deadband: threshold.deadband,
    actions: threshold.actions.map((action) => ({ ...action, id: action.id ?? randomUUID() })),
  };
}

/** Replaces a protection's inputs with their settings. Returns whether they changed. */
export async function saveAliases(
  db: Db,
  protectionId: number,
  inputs: readonly AliasRow[],
  settings: readonly IntervalSetting[],
): Promise<boolean> {
  const given = new Map(settings.map((setting) => [setting.tagAliasId, setting]));
  const rows = inputs
    .map(({ id }) => ({ tagAliasId: id, settings: toStoredSetting(given.get(id)) }))
    .sort((one, other) => one.tagAliasId - other.tagAliasId);
  const before = (await selectAliases(db, protectionId)).map((row) => ({
    tagAliasId: row.tag_alias_id,
    settings: row.settings,
  }));
  if (isDeepStrictEqual(rows, before)) return false;
  await replaceAliases(db, protectionId, rows);
  await assertNoOwnDeviation(db, [protectionId]);
  return true;
}

/** Returns the settings that have a value. */
export function toStoredSetting(setting: IntervalSetting | undefined): StoredSetting {
  if (setting === undefined) return {};
  const { tagAliasId: _, schedule, ...rest } = setting;
  const set = Object.entries(rest).filter(([, value]) => value !== null);
  if (set.length === 0) return {};
  return { ...Object.fromEntries(set), ...(schedule === 'fixed' ? { schedule } : {}) };
}

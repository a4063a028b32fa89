import type { upgradeOutcomes } from '@twinward/contracts/library/upgrade';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import type { Snapshot } from './snapshot.ts';

export type UpgradeOutcome = (typeof upgradeOutcomes)[number];

/** Selects the twins of a model that are at another version, by id: the given ones, or all. */
export async function selectTwinsToUpgrade(
  db: Db,
  {
    modelId,
    versionId,
    twinIds,
    limit,
  }: { modelId: number; versionId: number; twinIds: readonly number[] | null; limit: number },
): Promise<number[]> {
  const chosen = twinIds === null ? sql`true` : sql`twin.id = any(${twinIds}::int[])`;
  const { rows } = await sql<{ id: number }>`
    select twin.id from twin join twin_model_version as version on version.id = model_version_id
    where version.model_id = ${modelId} and version.id <> ${versionId} and ${chosen}
    order by twin.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewUpgrade {
  twin_id: number;
  from_version_id: number;
  to_version_id: number;
  taken: number;
  kept: number;
  conflicts: number;
  outcome: UpgradeOutcome;
  seen: string;
}

export async function insertUpgrades(
  db: Db,
  commandId: string,
  upgrades: readonly NewUpgrade[],
): Promise<void> {
  await sql`
    insert into model_upgrade (command_id, twin_id, from_version_id, to_version_id, taken, kept, conflicts, outcome, seen)
    select ${commandId}, twin_id, from_version_id, to_version_id, taken, kept, conflicts, outcome, seen
    from ${toRecordset('model_upgrade', upgrades)}`.execute(db);
}

/**
 * Copies the twins of a preview, except for some, to the command that upgrades them.
 * @returns the number of twins.
 */
export async function copyPreviewed(
  db: Db,
  from: string,
  to: string,
  exceptTwinIds: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into model_upgrade (command_id, twin_id, from_version_id, to_version_id, taken, kept, conflicts, outcome, seen)
    select ${to}, twin_id, from_version_id, to_version_id, taken, kept, conflicts,
      case when twin_id = any(${exceptTwinIds}::int[]) then 'left-out' else 'proposed' end, seen
    from model_upgrade where command_id = ${from} and outcome in ('proposed', 'conflict')`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Copies the upgraded twins of a command to the command that undoes it.
 * @returns the number of twins.
 */
export async function copyUpgraded(db: Db, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into model_upgrade (command_id, twin_id, from_version_id, to_version_id, taken, kept, conflicts, outcome,
      seen, before)
    select ${to}, twin_id, to_version_id, from_version_id, taken, kept, 0, 'proposed', after, before
    from model_upgrade where command_id = ${from} and outcome = 'upgraded'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export interface PendingUpgrade {
  twinId: number;
  fromVersionId: number;
  toVersionId: number;
  seen: string;
  /** For an undo: the snapshot to restore. */
  before: Snapshot | null;
}

/** The next twins of a command, by id. */
export async function selectPending(db: Db, commandId: string, limit: number): Promise<PendingUpgrade[]> {
  const { rows } = await sql<PendingUpgrade>`
    select twin_id as "twinId", from_version_id as "fromVersionId", to_version_id as "toVersionId", seen, before
    from model_upgrade where command_id = ${commandId} and outcome = 'proposed'
    order by twin_id limit ${limit}`.execute(db);
  return rows;
}

export interface DoneUpgrade {
  twin_id: number;
  outcome: UpgradeOutcome;
  message: string | null;
  before: Snapshot | null;
  after: string | null;
}

/** Stores the outcomes of twins. */
export async function updateUpgrades(
  db: Db,
  commandId: string,
  upgrades: readonly DoneUpgrade[],
): Promise<void> {
  await sql`
    update model_upgrade as upgrade
    set outcome = done.outcome, message = done.message, before = done.before, after = done.after
    from ${toRecordset('model_upgrade', upgrades)} as done
    where upgrade.command_id = ${commandId} and upgrade.twin_id = done.twin_id`.execute(db);
}

/** Marks upgrades of twins as undone. */
export async function updateUndone(db: Db, commandId: string, twinIds: readonly number[]): Promise<void> {
  await sql`
    update model_upgrade set outcome = 'undone'
    where command_id = ${commandId} and twin_id = any(${twinIds}::int[])`.execute(db);
}

export async function countUpgrades(
  db: Db,
  commandId: string,
): Promise<Partial<Record<UpgradeOutcome, number>>> {
  const { rows } = await sql<{ outcome: UpgradeOutcome; count: number }>`
    select outcome, count(*) as count from model_upgrade where command_id = ${commandId} group by outcome`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

interface UpgradeRow {
  twinId: number;
  assetName: string;
  fromVersionId: number;
  toVersionId: number;
  taken: number;
  kept: number;
  conflicts: number;
  outcome: UpgradeOutcome;
  message: string | null;
}

/** A page of the twins of a command: those with conflicts first, then by name. */
export async function selectUpgradePage(
  db: Db,
  commandId: string,
  outcome: UpgradeOutcome | undefined,
  page: { limit: number; offset: number },
): Promise<{ records: UpgradeRow[]; total: number }> {
  const where = sql`command_id = ${commandId} and ${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`}`;
  const { rows: records } = await sql<UpgradeRow>`
    select twin_id as "twinId", asset_name as "assetName", from_version_id as "fromVersionId",
      to_version_id as "toVersionId", taken, kept, conflicts, outcome, message
    from model_upgrade join twin on twin.id = twin_id join asset on asset.id = twin.asset_id
    where ${where} order by conflicts > 0 desc, asset_name, twin_id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from model_upgrade where ${where}`.execute(db);
  return { records, total: rows[0]!.total };
}

/** Selects what a command does with a twin; null if the command does not include it. */
export async function selectUpgrade(
  db: Db,
  commandId: string,
  twinId: number,
): Promise<{ fromVersionId: number; toVersionId: number; before: Snapshot | null } | null> {
  const { rows } = await sql<{
    fromVersionId: number;
    toVersionId: number;
    before: Snapshot | null;
  }>`
    select from_version_id as "fromVersionId", to_version_id as "toVersionId", before from model_upgrade
    where command_id = ${commandId} and twin_id = ${twinId}`.execute(db);
  return rows[0] ?? null;
}

/** Selects the users who subscribed to twins that a command changed, with the number of these twins and one of them. */
export async function selectChangedOfSubscribers(
  db: Db,
  commandId: string,
  exceptUserId: number,
): Promise<{ id: number; count: number; twinId: number; twinName: string }[]> {
  const { rows } = await sql<{ id: number; count: number; twinId: number; twinName: string }>`
    select user_id as id, count(*) as count, min(twin.id) as "twinId", min(asset_name) as "twinName"
    from model_upgrade
    join subscription on subscription.twin_id = model_upgrade.twin_id
    join twin on twin.id = model_upgrade.twin_id join asset on asset.id = twin.asset_id
    where command_id = ${commandId} and outcome in ('upgraded', 'undone') and user_id <> ${exceptUserId}
    group by user_id order by user_id`.execute(db);
  return rows;
}

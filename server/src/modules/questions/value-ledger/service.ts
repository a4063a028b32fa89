import type { AdvisoryOutcome } from '@twinward/contracts/advisories/advisory';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type {
  ValueApproval,
  ValueGroup,
  ValueLine,
  ValueSource,
  ValueSummary,
} from '@twinward/contracts/questions/value-ledger';
import { computeNetValue, hasFailureCost, proposeValue } from '@twinward/domain/value/proposal';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import {
  deleteValue,
  lockClosed,
  type SumRow,
  selectSources,
  selectSums,
  selectValue,
  selectValuePage,
  upsertValue,
  type ValueRow,
} from './store.ts';

const what = 'Closed advisory';

export async function listValueLines(db: Db, request: ListRequest): Promise<Page<ValueLine>> {
  const { records, total } = await selectValuePage(db, request);
  return { records: await toLines(db, records), total };
}

/** @throws AppError `not-found` if the advisory does not exist or is not closed. */
export async function getValueLine(db: Db, advisoryId: number): Promise<ValueLine> {
  const row = found(await selectValue(db, advisoryId), what);
  return (await toLines(db, [row]))[0]!;
}

/**
 * Approves the value of a closed advisory.
 * @throws AppError `not-found` like `getValueLine`; `conflict` if the version is outdated; `invalid-request` if the
 *   outcome does not allow a failure cost, or requires one.
 */
export function approveValue(
  actor: Actor,
  advisoryId: number,
  { failureCost, cost, note, version }: ValueApproval,
): Promise<ValueLine> {
  return withTransaction(actor.tenant.db, async (db) => {
    const before = await lockLine(db, advisoryId);
    if (before.version !== version) throw outdated(`The value of ${before.name}`, version, before);
    const isWanted = hasFailureCost(before.outcome);
    if (isWanted !== (failureCost !== null)) {
      const message = isWanted ? 'Required.' : 'Only a failure that was confirmed or prevented has a cost.';
      refuseProblems([{ path: 'failureCost', message }]);
    }
    await upsertValue(db, {
      advisory_id: advisoryId,
      closed_at: new Date(before.closedAt),
      failure_cost_low: failureCost?.low ?? null,
      failure_cost_high: failureCost?.high ?? null,
      cost,
      note,
      approved_by: actor.userId,
    });
    const after = await getValueLine(db, advisoryId);
    await audit.updated(db, actor, before, after);
    return after;
  });
}

/** @throws AppError `not-found` like `getValueLine`; `conflict` if no value is approved. */
export async function withdrawValue(actor: Actor, advisoryId: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const before = await lockLine(db, advisoryId);
    if (!before.isApproved) throw new AppError('conflict', 'The value of this advisory is not approved.');
    await deleteValue(db, advisoryId);
    await audit.updated(db, actor, before, await getValueLine(db, advisoryId));
  });
}

async function lockLine(db: Db, advisoryId: number): Promise<ValueLine> {
  if (!(await lockClosed(db, advisoryId))) throw new AppError('not-found', `${what} not found.`);
  return getValueLine(db, advisoryId);
}

const audit = new EntityAudit('advisory', (line: ValueLine) => {
  const { advisoryId: id, name, failureCost, cost, note, isApproved } = line;
  return { id, name, facts: { valueApproved: isApproved, failureCost, cost, valueNote: note } };
});

async function toLines(db: Db, rows: readonly ValueRow[]): Promise<ValueLine[]> {
  const sources = new Map<number, ValueSource[]>();
  for (const { advisoryId, ...source } of await selectSources(
    db,
    rows.map(({ id }) => id),
  )) {
    const own = sources.get(advisoryId);
    if (own) own.push(source);
    else sources.set(advisoryId, [source]);
  }
  return rows.map((row) => toLine(row, sources.get(row.id) ?? []));
}

function toLine(row: ValueRow, sources: readonly ValueSource[]): ValueLine {
  // Closing an advisory sets both.
  const outcome: AdvisoryOutcome = row.outcome!;
  const failureCost =
    row.failure_cost_low === null || row.failure_cost_high === null
      ? null
      : { low: row.failure_cost_low, high: row.failure_cost_high };
  return {
    advisoryId: row.id,
    name: row.name,
    twinId: row.twin_id,
    assetName: row.asset_name,
    outcome,
    closedAt: row.closed_at!.toISOString(),
    protection:
      row.protection_id === null ? null : { id: row.protection_id, name: row.protection_name ?? '' },
    className: row.class_name,
    isApproved: row.is_approved,
    failureCost,
    cost: row.cost,
    value: row.cost === null ? null : computeNetValue(failureCost, row.cost),
    note: row.note ?? '',
    approvedBy: row.is_approved ? row.approved_by_name : null,
    approvedAt: row.approved_at?.toISOString() ?? null,
    proposal: proposeValue(outcome, sources),
    version: row.version ?? 0,
  };
}

/**
 * Returns the sums of approved values of the advisories that were closed in a range, from one snapshot.
 * @param range epoch milliseconds; undefined means unbounded
 * @throws AppError `invalid-request` for an empty range.
 */
export function getValueSummary(
  db: Db,
  range: { from?: number | undefined; to?: number | undefined },
): Promise<ValueSummary> {
  const date = (time: number | undefined) => (time === undefined ? null : new Date(time));
  const [from, to] = [date(range.from), date(range.to)];
  if (from !== null && to !== null && from >= to) {
    refuseProblems([{ path: 'to', message: 'Please give an end after the start.' }]);
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const select = (by: Parameters<typeof selectSums>[2]) => selectSums(snapshot, { from, to }, by);
      const months = await select({ monthIn: await getTimeZone(snapshot) });
      return {
        from: from?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
        total: toSums((await select('none'))[0]!),
        rules: toGroups(await select('rule'), 'No rule'),
        classes: toGroups(await select('class'), 'No taxonomy'),
        models: toGroups(await select('model'), 'No model'),
        months: months
          .map((row) => ({ month: row.name!, ...toSums(row) }))
          .sort((one, other) => one.month.localeCompare(other.month)),
      };
    });
}

function toSums(row: SumRow): ValueSummary['total'] {
  const costs = row.cost + row.false_alarm_cost;
  return {
    advisories: row.advisories,
    approved: row.approved,
    falseAlarms: row.false_alarms,
    avoided: { low: row.avoided_low, high: row.avoided_high },
    cost: row.cost,
    falseAlarmCost: row.false_alarm_cost,
    net: { low: row.avoided_low - costs, high: row.avoided_high - costs },
  };
}

const toGroups = (rows: readonly SumRow[], unnamed: string): ValueGroup[] =>
  rows
    .map((row) => ({ id: row.id, name: row.name ?? unnamed, ...toSums(row) }))
    .sort((one, other) => other.net.high - one.net.high || one.name.localeCompare(other.name));

import { hasAccess } from '@twinward/contracts/access/access';
import {
  type Advisory,
  type AdvisoryComment,
  type AdvisorySummary,
  notSent,
  type WorkRequest,
  waitingToBeSent,
} from '@twinward/contracts/advisories/advisory';
import type { AdvisoryAttachment } from '@twinward/contracts/advisories/advisory-attachment';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Rationalization } from '@twinward/contracts/protections/threshold';
import { type AdvisoryDoer, transitionsFrom } from '@twinward/domain/rules/advisory';
import type { Selectable } from 'kysely';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { WorkRequestTable } from '../../../platform/database/generated/rows.ts';
import { found } from '../../../platform/errors.ts';
import { readTextFiller } from '../../twins/parameter/service.ts';
import { type AdvisoryRow, selectAdvisory, selectAdvisoryPage, selectSimilarPage } from './list-store.ts';
import {
  selectAttachments,
  selectChanges,
  selectComments,
  selectFailureModes,
  selectOccurrences,
  selectReviewers,
  selectSignals,
  selectWorkRequest,
} from './store.ts';
import { selectRouted } from './work-request-store.ts';

const maximumLines = 500;

export async function listAdvisories(actor: Doer, request: ListRequest): Promise<Page<AdvisorySummary>> {
  const { records, total } = await selectAdvisoryPage(actor.tenant.db, request, actor);
  return { records: records.map(toSummary), total };
}

/** Returns a page of closed advisories that are similar to an advisory. @throws AppError `not-found`. */
export async function listSimilarAdvisories(
  db: Db,
  id: number,
  paging: Pick<ListRequest, 'pageNumber' | 'pageSize'>,
): Promise<Page<AdvisorySummary>> {
  const row = found(await selectAdvisory(db, id), 'Advisory');
  const { records, total } = await selectSimilarPage(db, row, paging);
  return { records: records.map(toSummary), total };
}

/** @throws AppError `not-found`. */
export async function getAdvisory(db: Db, actor: Doer, id: number): Promise<Advisory> {
  const row = found(await selectAdvisory(db, id), 'Advisory');
  const reviewers = await selectReviewers(db, id);
  const workRequest = await selectWorkRequest(db, id);
  return {
    ...toSummary(row),
    comment: row.comment,
    activityId: row.activity_id,
    failureModes: await selectFailureModes(db, id),
    reviewerUserIds: reviewers.userIds,
    reviewerGroupIds: reviewers.groupNames,
    targetHorizon: row.target_horizon,
    work: row.work,
    workRequest: workRequest ? toWorkRequest(workRequest, await selectRouted(db, id)) : null,
    remediationId: row.remediation_id,
    signal: await readSignal(db, row.threshold_id),
    rationalization: row.rationalization && (await filled(db, row.twin_id, row.rationalization)),
    occurrences: (await selectOccurrences(db, id, maximumLines)).map((occurrence) => ({
      start: occurrence.start_at.toISOString(),
      end: occurrence.end_at?.toISOString() ?? null,
      isOpen: occurrence.is_open,
      evaluatedTo: occurrence.evaluated_at?.toISOString() ?? null,
    })),
    comments: (await selectComments(db, id)).map(toComment),
    attachments: (await selectAttachments(db, id)).map(toAttachment),
    history: (await selectChanges(db, id, maximumLines)).map((change) => ({
      id: change.id,
      time: change.at.toISOString(),
      userName: change.user_name,
      action: change.action,
      from: change.from_state,
      to: change.to_state,
      reason: change.reason,
    })),
    transitions: transitionsFrom(row.state, toDoer(actor, reviewers)),
  };
}

/** Returns the rationalization of an alarm with parameters replaced by the twin's values. */
async function filled(db: Db, twinId: number, stated: Rationalization): Promise<Rationalization> {
  const { cause, consequence, response } = stated;
  const fill = await readTextFiller(db, twinId, [cause, consequence, response]);
  return { ...stated, cause: fill(cause), consequence: fill(consequence), response: fill(response) };
}

/** Returns the relation of the actor to an advisory with the given reviewers. */
export function toDoer(
  actor: Doer,
  { userIds, groupNames }: { userIds: readonly number[]; groupNames: readonly string[] },
): AdvisoryDoer {
  return {
    isWriter: hasAccess(actor, 'write:advisory'),
    isReviewer:
      actor.isAdmin ||
      userIds.includes(actor.userId) ||
      groupNames.some((name) => actor.groups.includes(name)),
  };
}

/** Returns the first signal that a threshold's logic refers to; null if none exists. */
async function readSignal(db: Db, thresholdId: number | null): Promise<Advisory['signal']> {
  if (thresholdId === null) return null;
  const named = (await selectSignals(db, thresholdId))
    .map(({ logic, alias, tag_id }) => ({ tagId: tag_id!, alias, at: logic.indexOf(`[${alias}]`) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0];
  return named ? { tagId: named.tagId, alias: named.alias } : null;
}

export function toSummary(row: AdvisoryRow): AdvisorySummary {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  return {
    id: row.id,
    twinId: row.twin_id,
    assetName: row.asset_name,
    name: row.name,
    state: row.state,
    source: row.source,
    protection: named(row.protection_id, row.protection_name),
    threshold: named(row.threshold_id, row.threshold_name),
    level: row.level,
    priority: row.priority,
    risk: row.risk,
    targetDate: row.target_at?.toISOString() ?? null,
    overdue: row.overdue,
    occurrenceCount: row.occurrence_count,
    lastOccurrence: row.last_occurrence?.toISOString() ?? null,
    outcome: row.outcome,
    remediation: row.remediation,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    fields: row.fields,
    version: row.version,
  };
}

function toWorkRequest(
  row: Selectable<WorkRequestTable>,
  { connection, work_id }: Awaited<ReturnType<typeof selectRouted>>,
): WorkRequest {
  const waiting = connection === null ? notSent : waitingToBeSent;
  return {
    key: row.idempotency_key,
    request: row.request,
    connection,
    number: row.number,
    status: row.status ?? (row.sent_at === null ? waiting : 'sent'),
    sentAt: row.sent_at?.toISOString() ?? null,
    phase: row.phase,
    url: row.url,
    checkedAt: row.checked_at?.toISOString() ?? null,
    error: row.error,
    attempts: row.attempts,
    retryAt: row.retry_at?.toISOString() ?? null,
    workId: work_id,
    createdAt: row.created_at.toISOString(),
  };
}

export function toComment(row: {
  id: number;
  text: string;
  user_name: string | null;
  created_at: Date;
}): AdvisoryComment {
  return { id: row.id, text: row.text, userName: row.user_name, createdAt: row.created_at.toISOString() };
}

export function toAttachment(row: Awaited<ReturnType<typeof selectAttachments>>[number]): AdvisoryAttachment {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    size: row.size,
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
  };
}

import type { Permissions } from '@twinward/contracts/access/access';
import type { Work, WorkCount, WorkSpans, WorkTotals } from '@twinward/contracts/assets/work';
import type { ListBody, ListRequest, Page } from '@twinward/contracts/core/list';
import { millisecondsToDuration } from '@twinward/domain/duration';
import type { FailureWork } from '@twinward/domain/risk/mtbf';
import type { Db } from '../../../platform/database/database.ts';
import { checkRange, selectDrawnSpans, selectSpanTallies } from '../../../platform/database/spans.ts';
import { found } from '../../../platform/errors.ts';
import {
  selectFailureWork,
  selectLatestCompletions,
  selectOldestTime,
  selectWork,
  selectWorkMeant,
  selectWorkPage,
  selectWorkTotals,
  timedWork,
  type WorkRow,
} from './store.ts';

/**
 * Returns a page of work, by default the latest start first.
 * @param tagId only the work under this tag
 */
export async function listWork(
  db: Db,
  reader: Permissions,
  request: ListRequest,
  tagId?: number,
): Promise<Page<Work>> {
  const { records, total } = await selectWorkPage(db, reader, request, tagId);
  return { records: records.map(toWork), total };
}

/** @throws AppError `not-found`. */
export async function getWork(db: Db, id: number): Promise<Work> {
  return toWork(found(await selectWork(db, id), 'Work'));
}

export async function getWorkTotals(
  db: Db,
  reader: Permissions,
  filters: ListBody['filters'],
): Promise<WorkTotals> {
  const { duration, ...totals } = await selectWorkTotals(db, reader, filters);
  return { ...totals, duration: millisecondsToDuration(Math.round(duration)) };
}

/** Returns the oldest time of work under the tags: its start, otherwise its completion, otherwise its planned time. */
export const getOldestWork = selectOldestTime;

/** Selects the work to draw or count: its tags, and a range in epoch milliseconds. */
export interface DrawnWork {
  id: readonly number[];
  from: number;
  to: number;
  completed: boolean;
}

/**
 * Returns the work under tags, merged for a chart.
 * @throws AppError `invalid-request` for an empty range.
 */
export async function getWorkSpans(db: Db, drawn: DrawnWork & { columns: number }): Promise<WorkSpans[]> {
  checkRange(drawn);
  const window = { ...drawn, until: drawn.to };
  const rows = await selectDrawnSpans(db, timedWork(drawn.id, drawn.completed), window);
  return drawn.id.map((tagId) => ({
    tagId,
    spans: rows.filter(({ key }) => key === tagId).map(({ key: _, ...span }) => span),
  }));
}

/**
 * Counts the work under each of the tags in a range.
 * @throws AppError `invalid-request` for an empty range.
 */
export async function getWorkCounts(db: Db, drawn: DrawnWork): Promise<WorkCount[]> {
  checkRange(drawn);
  const range = { ...drawn, until: drawn.to };
  const tallies = await selectSpanTallies(db, timedWork(drawn.id, drawn.completed), range);
  const counts = new Map(tallies.map(({ key, count }) => [key, count]));
  return drawn.id.map((tagId) => ({ tagId, count: counts.get(tagId) ?? 0 }));
}

/** Returns the last completion of work, by tag id. Omits tags without completed work. */
export async function listLatestCompletions(db: Db, tagIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await selectLatestCompletions(db, tagIds);
  return new Map(rows.map((row) => [row.tag_id, row.completed_at]));
}

/** Work with the fields that identify failures, with its name and tag. */
export interface RecordedFailureWork extends FailureWork {
  tagId: number;
  name: string;
  number: string | null;
  preventive: boolean;
  mechanism: string | null;
}

/** Lists work under the tags that was started or completed, with the fields that identify failures. */
export async function listFailureWork(db: Db, tagIds: readonly number[]): Promise<RecordedFailureWork[]> {
  return (await selectFailureWork(db, tagIds)).map((row) => ({
    id: row.id,
    tagId: row.tag_id,
    preventive: row.kind === 'preventive',
    name: row.name,
    number: row.number,
    corrective: row.kind === 'corrective',
    start: row.started_at?.getTime() ?? null,
    completed: row.completed_at?.getTime() ?? null,
    duration: row.duration,
    mechanism: row.failure_mechanism,
  }));
}

/**
 * Lists the existing work that rows of a file may refer to: under these tags, by number, or by name for work without a
 * number.
 */
export async function listWorkMeant(db: Db, meant: Parameters<typeof selectWorkMeant>[1]): Promise<Work[]> {
  return (await selectWorkMeant(db, meant)).map(toWork);
}

export function toWork(row: WorkRow): Work {
  return {
    id: row.id,
    tagId: row.tag_id,
    tagName: row.tag_name,
    twinId: row.twin_id,
    tagAliasId: row.alias_id,
    number: row.number,
    name: row.name,
    description: row.description,
    kind: row.kind,
    duration: row.duration === null ? null : millisecondsToDuration(row.duration),
    cost: row.cost,
    resource: row.resource,
    failureMechanism: row.failure_mechanism,
    failureCause: row.failure_cause,
    planned: row.planned_at?.toISOString() ?? null,
    start: row.started_at?.toISOString() ?? null,
    completed: row.completed_at?.toISOString() ?? null,
    lifeCycleState: null,
    source: row.source,
    fields: row.fields,
    version: row.version,
  };
}

import { type ColumnsOption, columnRoles, type ImportResult } from '@twinward/contracts/signals/import';
import { AppError } from '../../../platform/errors.ts';
import { countPoints } from '../../../platform/process/metrics.ts';
import { importPoints as storePoints, type TagInput, type TagResult } from '../../../series/index.ts';
import { type CommandCall, type CommandHandler, noteTags } from '../../jobs/command/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import {
  countUploadBytes,
  deleteUpload,
  ReadingTime,
  type RepeatedHour,
  readUpload,
} from '../../system/file/service.ts';
import { getEarlyTolerance } from '../../system/setting/service.ts';
import { recordReplaced, reportEarly } from '../data-point/service.ts';
import { listTagIds, lockPointTags } from '../tag/service.ts';
import { parsePoints } from './parse.ts';
import type { ParsedBatch } from './parsed.ts';
import type { ImportInput } from './service.ts';
import { insertRefused } from './store.ts';

const maximumRefusedKept = 10_000;
/** Maximum number of repeated hours reported: clocks are set back once a year. */
const mostHoursKept = 100;

/** The counts and the last line they include: an interrupted import resumes there. */
interface Progress extends ImportResult {
  line: number;
}

const beginning: Progress = {
  line: 0,
  rows: 0,
  stored: 0,
  replaced: 0,
  duplicate: 0,
  early: 0,
  refused: 0,
  repeatedHours: [],
};

/** Executes commands of type import-data-points. */
export const importPoints: CommandHandler = {
  run: importFile,
  clean: (db, input) => deleteUpload(db, (input as unknown as ImportInput).fileId),
};

/**
 * Imports the points of an uploaded file. Each batch of rows is stored in one transaction with the updated counts, so
 * that every row counts once, however often the process dies.
 */
async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { tenant, commandId } = call;
  const { db } = tenant;
  const input = call.input as unknown as ImportInput;
  const bytes = await countUploadBytes(db, input.fileId);
  let read = 0;
  async function* readPieces(): AsyncGenerator<Uint8Array> {
    read = 0;
    for await (const piece of readUpload(db, input.fileId)) {
      read += piece.length;
      yield piece;
    }
  }
  const tagIds = new Map<string, number>();
  async function findTags(names: readonly string[]): Promise<Set<string>> {
    const found = await listTagIds(db, 'data_point', names);
    for (const [name, id] of found) tagIds.set(name, id);
    return new Set(found.keys());
  }
  let progress: Progress = { ...beginning, ...(call.resumed as Partial<Progress> | null) };
  const batches = parsePoints(
    readPieces,
    { ...input, columns: toColumnsOption(input), singleTag: input.tagId !== undefined, findTags },
    new ReadingTime(bytes),
  );
  for await (const batch of batches) {
    if (batch.lastLine <= progress.line) continue;
    const inputs = groupByTag(batch, tagIds, input.tagId);
    let results: TagResult[] = [];
    progress = await call.transaction(async (transaction) => {
      const ids = inputs.map((one) => one.tagId);
      await lockPointTags(transaction, ids);
      await noteTags(transaction, commandId, ids);
      results = await storePoints(transaction, inputs, { readTolerance: getEarlyTolerance });
      await reportEarly(transaction, results);
      await recordReplaced(
        transaction,
        actorOf(input),
        results.map(({ tagId, replaced }, index) => ({ tagId, replaced, times: inputs[index]!.times })),
      );
      const sum = (count: 'stored' | 'replaced' | 'duplicate' | 'early') =>
        results.reduce((all, one) => all + one[count], 0);
      const next: Progress = {
        line: batch.lastLine,
        rows: progress.rows + batch.rows,
        stored: progress.stored + sum('stored'),
        replaced: progress.replaced + sum('replaced'),
        duplicate: progress.duplicate + sum('duplicate'),
        early: progress.early + sum('early'),
        refused: progress.refused + batch.refused.length,
        repeatedHours: addHours(progress.repeatedHours, batch.repeatedHours),
      };
      const room = Math.max(0, maximumRefusedKept - progress.refused);
      await insertRefused(transaction, commandId, batch.refused.slice(0, room));
      await call.progress(transaction, Math.min(99, (read / bytes) * 100), { ...next });
      return next;
    });
    countPoints('import', results);
  }
  if (progress.rows === 0) throw new AppError('invalid-file', 'The file has no rows.');
  const { line: _, ...result } = progress;
  return { ...result };
}

/** Imports that were queued by an earlier release name nobody. */
const actorOf = ({ userId, userName }: ImportInput): AuditActor =>
  userId === undefined || userName === undefined ? null : { userId, userName };

function toColumnsOption(input: ImportInput): ColumnsOption {
  const chosen = columnRoles.flatMap((role) => {
    const heading = input[`${role}Column`];
    return heading === undefined ? [] : [[role, heading]];
  });
  return Object.fromEntries(chosen);
}

/** Merges the repeated hours of batches, by time. */
function addHours(sum: ImportResult['repeatedHours'], more: readonly RepeatedHour[]): typeof sum {
  if (more.length === 0) return sum;
  const textOf = (local: number) => new Date(local).toISOString().slice(0, 19);
  const hours = new Map(sum.map((hour) => [hour.from, hour]));
  for (const { from, until, tags, undecided } of more) {
    const before = hours.get(textOf(from));
    hours.set(textOf(from), {
      from: textOf(from),
      until: textOf(until),
      tags: (before?.tags ?? 0) + tags,
      undecided: (before?.undecided ?? 0) + undecided,
    });
  }
  return [...hours.values()].sort((a, b) => (a.from < b.from ? -1 : 1)).slice(0, mostHoursKept);
}

/** The batch's points by tag, each tag once. */
function groupByTag(
  batch: ParsedBatch,
  tagIds: ReadonlyMap<string, number>,
  tagId: number | undefined,
): TagInput[] {
  return batch.points.map(({ tag, times, values, qualities }) => ({
    tagId: tag === null ? tagId! : tagIds.get(tag)!,
    times,
    values,
    qualities,
  }));
}

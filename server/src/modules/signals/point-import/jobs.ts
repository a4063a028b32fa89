import { type ColumnsOption, columnRoles, type ImportResult } from '@twinward/contracts/signals/import';
import type { RepeatedHour } from '@twinward/domain/file/repeated-hours';
import { AppError } from '../../../platform/errors.ts';
import { countPoints } from '../../../platform/process/metrics.ts';
import { importPoints as savePoints, type TagInput, type TagResult } from '../../../series/index.ts';
import { type CommandCall, type CommandHandler, recordTags } from '../../jobs/command/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { countUploadBytes, deleteUpload, ReadingTime, readUpload } from '../../system/file/service.ts';
import { getEarlyTolerance } from '../../system/setting/service.ts';
import { recordReplaced, reportEarly } from '../data-point/service.ts';
import { listTagIds, lockPointTags } from '../tag/service.ts';
import { type ImportMade, importBeginning } from './events.ts';
import { parsePoints } from './parse.ts';
import type { ParsedBatch } from './parsed.ts';
import type { ImportInput } from './service.ts';
import { insertRefused, selectTwinOfTag } from './store.ts';

const maximumRefusedKept = 10_000;
/** Maximum number of repeated hours reported. Clocks are set back only once a year. */
const mostHoursKept = 100;
/** Maximum number of tags named in the result, as many as a chart shows. */
const mostTagsNamed = 8;

/** The counts, and the last line that they include. An interrupted import resumes after that line. */
interface Progress extends ImportResult {
  line: number;
  /** The records created before the first points; null until then, and if none are to be created. */
  made: ImportMade | null;
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
  tagIds: [],
  twinId: null,
  made: null,
};

/** Executes commands of type import-data-points. */
export const importPoints: CommandHandler = {
  run: importFile,
  clean: (db, input) => deleteUpload(db, (input as unknown as ImportInput).fileId),
};

/**
 * Imports the points of an uploaded file. Each batch of rows is stored in one transaction with the updated counts, so
 * that every row counts once even if the process dies. The first batch with points creates the planned records, so that
 * a file without points creates nothing.
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
  let progress: Progress = { ...beginning, ...(call.resumed as Partial<Progress> | null) };
  const { signals = [], target } = input;
  const matched = new Set(signals.flatMap((one) => (one.tag || one.tagId !== undefined ? [one.name] : [])));
  const chosenIds = new Set(signals.map(({ tagId }) => tagId));
  const tagIds = new Map<string, number>(progress.made?.tagIds);
  async function findTags(names: readonly string[]): Promise<Set<string>> {
    const others = names.filter((name) => !matched.has(name));
    for (const [name, id] of await listTagIds(db, 'data_point', others))
      if (!chosenIds.has(id)) tagIds.set(name, id);
    return new Set(names.filter((name) => matched.has(name) || tagIds.has(name)));
  }
  const batches = parsePoints(
    readPieces,
    {
      ...input,
      columns: toColumnsOption(input),
      singleTag: input.tagId !== undefined,
      skipped: new Set(signals.flatMap(({ name }) => (matched.has(name) ? [] : [name]))),
      findTags,
    },
    new ReadingTime(bytes),
  );
  for await (const batch of batches) {
    if (batch.lastLine <= progress.line) continue;
    let results: TagResult[] = [];
    progress = await call.transaction(async (transaction) => {
      let { made } = progress;
      if (made === null && matched.size > 0 && batch.points.length > 0) {
        [made = null] = await importBeginning.ask(transaction, { by: toActor(input)!, signals, target });
        for (const [name, id] of made?.tagIds ?? []) tagIds.set(name, id);
      }
      const inputs = groupByTag(batch, tagIds, input.tagId);
      const ids = inputs.map((one) => one.tagId);
      await lockPointTags(transaction, ids);
      await recordTags(transaction, commandId, ids);
      results = await savePoints(transaction, inputs, { readTolerance: getEarlyTolerance });
      await reportEarly(transaction, results);
      await recordReplaced(
        transaction,
        toActor(input),
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
        tagIds: [...new Set([...progress.tagIds, ...ids])].slice(0, mostTagsNamed),
        twinId: made?.twinId ?? null,
        made,
      };
      const room = Math.max(0, maximumRefusedKept - progress.refused);
      await insertRefused(transaction, commandId, batch.refused.slice(0, room));
      await call.progress(transaction, Math.min(99, (read / bytes) * 100), { ...next });
      return next;
    });
    countPoints('import', results);
  }
  if (progress.rows === 0) throw new AppError('invalid-file', 'The file has no rows.');
  const { line: _, made: __, ...result } = progress;
  const [tagId] = result.tagIds;
  return {
    ...result,
    twinId: result.twinId ?? (tagId === undefined ? null : await selectTwinOfTag(db, tagId)),
  };
}

/** Returns null for imports that were queued by an earlier release, which did not store the user. */
const toActor = ({ userId, userName }: ImportInput): AuditActor =>
  userId === undefined || userName === undefined ? null : { userId, userName };

function toColumnsOption(input: ImportInput): ColumnsOption {
  const chosen = columnRoles.flatMap((role) => {
    const heading = input[`${role}Column`];
    return heading === undefined ? [] : [[role, heading]];
  });
  return Object.fromEntries(chosen);
}

/** Merges the repeated hours of a batch into the sum, by time. */
function addHours(sum: ImportResult['repeatedHours'], more: readonly RepeatedHour[]): typeof sum {
  if (more.length === 0) return sum;
  const toText = (local: number) => new Date(local).toISOString().slice(0, 19);
  const hours = new Map(sum.map((hour) => [hour.from, hour]));
  for (const { from, until, tags, undecided } of more) {
    const before = hours.get(toText(from));
    hours.set(toText(from), {
      from: toText(from),
      until: toText(until),
      tags: (before?.tags ?? 0) + tags,
      undecided: (before?.undecided ?? 0) + undecided,
    });
  }
  return [...hours.values()].sort((a, b) => (a.from < b.from ? -1 : 1)).slice(0, mostHoursKept);
}

/** Returns the batch's points by tag, with one entry per tag. */
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

import { isDeepStrictEqual } from 'node:util';
import { newWork, type Work } from '@twinward/contracts/assets/work';
import { millisecondsToDuration } from '@twinward/domain/duration';
import type { TimeReader } from '@twinward/domain/file/times';
import { mostWorkHours, workTimeProblems } from '@twinward/domain/rules/work';
import {
  type CellNumbers,
  changesNothing,
  type FieldColumnName,
  type FileRow,
  type FurtherCells,
  type PlannedRow,
} from '../../jobs/row-import/service.ts';
import {
  type ColumnName,
  type FileColumnName,
  toEpoch,
  toHeading,
  toWorkFields,
  type WorkFields,
} from '../work/service.ts';

/** The plan for a row of the file. */
export interface PlannedWork extends PlannedRow {
  tagName: string;
  workName: string;
  /** The new state of the work; null for an error. */
  fields: WorkFields | null;
  tagId: number;
  /** The existing work that the row refers to. */
  existing: Work | null;
}

/** The state of the database that concerns a file's work. */
export interface Known {
  /** Work tags by name. */
  tags: ReadonlyMap<string, number>;
  /** Existing work that rows may refer to. */
  work: readonly Work[];
  fields: FurtherCells;
}

/** Options for reading cells. */
export interface CellReaders {
  times: TimeReader;
  numbers: CellNumbers<FileColumnName>;
}

type Times = readonly [planned: number | null, start: number | null, completed: number | null];

/** Returns the key of work: its number under its tag, otherwise its name and times. */
const toKey = (tagId: number, number: string | null, name: string, times: Times): string =>
  JSON.stringify(number === null ? [tagId, name, ...times] : [tagId, number]);

/** Plans an import of the rows. @param now epoch milliseconds */
export function planRows(
  rows: readonly FileRow<FileColumnName>[],
  known: Known,
  readers: CellReaders,
  now: number,
): PlannedWork[] {
  const existing = new Map(
    known.work.map((work) => {
      const times = [toEpoch(work.planned), toEpoch(work.start), toEpoch(work.completed)] as const;
      return [toKey(work.tagId, work.number, work.name, times), work] as const;
    }),
  );
  const byId = new Map(
    known.work.map((work) => [work.number === null ? '' : `${work.tagId} ${work.number}`, work]),
  );
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const tagName = row.cells.tag ?? '';
    const tagId = known.tags.get(tagName);
    const plan: PlannedWork = {
      line: row.line,
      action: 'create',
      tagName,
      workName: row.cells.name ?? '',
      message: null,
      fields: null,
      tagId: tagId ?? 0,
      existing: null,
    };
    const refuse = (message: string): PlannedWork => ({ ...plan, action: 'error', message });
    if (row.problem !== undefined) return refuse(row.problem);
    if (tagName === '') return refuse('Tag: Required.');
    if (tagId === undefined) return refuse(`Tag: There is no tag '${tagName}' of type work.`);
    const before = byId.get(`${tagId} ${row.cells.number ?? ''}`) ?? null;
    const own = resolveFields(row, before, readers);
    if (typeof own === 'string') return refuse(own);
    const cells = known.fields.get(row.line);
    if (cells && cells.problems.length > 0) return refuse(cells.problems.join(' '));
    const fields: WorkFields = { ...own, fields: cells?.changes };
    const [problem] = workTimeProblems(fields, now);
    if (problem) return refuse(`Completed: ${problem.message}`);
    const key = toKey(tagId, fields.number, fields.name, [fields.planned, fields.start, fields.completed]);
    const earlier = lines.get(key);
    if (earlier !== undefined) return refuse(`The row ${earlier} is the same work.`);
    lines.set(key, row.line);
    const found = existing.get(key) ?? null;
    if (!found) return { ...plan, fields };
    const unchanged =
      isDeepStrictEqual(own, toWorkFields(found)) && changesNothing(found.fields, fields.fields);
    return { ...plan, fields, existing: found, action: unchanged ? 'unchanged' : 'update' };
  });
}

/** Returns the work of a row, with existing values for fields without a column; or an error message. */
function resolveFields(
  row: FileRow<FileColumnName>,
  before: Work | null,
  readers: CellReaders,
): WorkFields | string {
  const raw: Record<string, unknown> = before ? { ...toWorkFields(before) } : {};
  for (const [name, text] of Object.entries(row.cells) as [FileColumnName, string][]) {
    if (name === 'tag' || isFurther(name)) continue;
    const value = cellValue(row, name, text.trim(), readers);
    if (value instanceof Error) return `${toHeading(name)}: ${value.message}`;
    raw[name === 'hours' ? 'duration' : name] = value;
  }
  raw.kind ??= 'other';
  const parsed = newWork.safeParse({ ...raw, tagId: 1 });
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const name = path[0] === 'duration' ? 'hours' : (path[0] as ColumnName);
    return `${toHeading(name)}: ${message}`;
  }
  const { tagId: _, lifeCycleState: __, ...fields } = parsed.data;
  return fields;
}

const isFurther = (name: FileColumnName): name is FieldColumnName => name.startsWith('fields.');

const emptied: Partial<Record<ColumnName, unknown>> = {
  name: '',
  description: '',
  resource: '',
  kind: 'other',
};

function cellValue(
  row: FileRow<FileColumnName>,
  name: ColumnName,
  text: string,
  { times, numbers }: CellReaders,
): unknown {
  if (text === '') return emptied[name] ?? null;
  switch (name) {
    case 'planned':
    case 'start':
    case 'completed': {
      const time = times.read(text);
      return typeof time === 'number' ? time : new Error(time);
    }
    case 'hours': {
      const hours = numbers(row, name);
      if (typeof hours !== 'number') return new Error(hours ?? '');
      if (!(hours >= 0 && hours <= mostWorkHours))
        return new Error(`Please enter a number between 0 and ${mostWorkHours}.`);
      return millisecondsToDuration(Math.round(hours * 3_600_000));
    }
    case 'cost': {
      const cost = numbers(row, name);
      return typeof cost === 'string' ? new Error(cost) : cost;
    }
    case 'kind':
      return text.toLowerCase();
    case 'failureMechanism':
    case 'failureCause':
      // A sheet stores the code 1.0 as the number 1.
      return /^\d$/.test(text) ? `${text}.0` : text;
    default:
      return text;
  }
}

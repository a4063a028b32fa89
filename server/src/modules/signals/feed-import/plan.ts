import type { FeedImportRow } from '@twinward/contracts/connections/feed-import';
import { feedFields } from '@twinward/contracts/connections/intake';
import { z } from 'zod';
import type { CellNumbers, FileRow } from '../../jobs/row-import/service.ts';
import { type FeedChange, feedsAlready, isFedBy } from '../intake/service.ts';
import { refusesPoints } from '../tag/service.ts';
import { type ColumnName, toHeading } from './columns.ts';
import type { FeedOfTag } from './store.ts';

/** The plan for a row of the file. */
export interface PlannedFeed extends FeedImportRow {
  /** Null if the row has an error. */
  change: FeedChange | null;
}

/** The database records that a file refers to. */
export interface Known {
  /** Connection group of the importing connection. */
  groupId: number;
  /** The tags named in the rows. */
  tags: ReadonlyMap<string, FeedOfTag>;
  /** The other groups that feed these tags, each with the name of one of its connections. */
  connections: ReadonlyMap<number, string>;
}

const feed = z.object(feedFields);

/** Plans each row of a sheet by itself. `refuseUsed` checks which sources are in use. */
export function planRows(
  rows: readonly FileRow<ColumnName>[],
  known: Known,
  numbers: CellNumbers<ColumnName>,
): PlannedFeed[] {
  const lines = { name: new Map<string, number>(), source: new Map<string, number>() };
  return rows.map((row) => {
    const plan = planRow(row, known, numbers);
    const tag = known.tags.get(row.cells.name ?? '');
    if (!plan.change || !tag) return plan;
    const keys = { name: tag.name, source: plan.change.source };
    for (const key of ['name', 'source'] as const) {
      const earlier = lines[key].get(keys[key]);
      const what = key === 'name' ? 'tag' : 'source';
      if (earlier !== undefined) return refused(plan, `The row ${earlier} has the same ${what}.`);
    }
    for (const key of ['name', 'source'] as const) lines[key].set(keys[key], row.line);
    return plan;
  });
}

function planRow(
  row: FileRow<ColumnName>,
  { groupId, tags, connections }: Known,
  numbers: CellNumbers<ColumnName>,
): PlannedFeed {
  const { name = '', source: given } = row.cells;
  const tag = tags.get(name);
  const isFed = tag?.groupId === groupId;
  const plan: PlannedFeed = {
    line: row.line,
    action: isFed ? 'update' : 'create',
    name: name.slice(0, 200),
    source: (given ?? tag?.source ?? '').slice(0, 200),
    message: null,
    change: null,
  };
  if (row.problem !== undefined) return refused(plan, row.problem);
  if (name === '') return refused(plan, `${toHeading('name')}: Required.`);
  if (!tag) return refused(plan, `${toHeading('name')}: There is no tag with this name.`);
  const refusal = refusesPoints(tag);
  if (refusal !== null) return refused(plan, refusal);
  if (tag.groupId !== null && !isFed) return refused(plan, isFedBy(tag, connections.get(tag.groupId)));
  const read = (column: 'factor' | 'offset', ifEmpty: number) =>
    row.cells[column] === undefined ? tag[column] : (numbers(row, column) ?? ifEmpty);
  const [factor, offset] = [read('factor', 1), read('offset', 0)];
  const problems = [
    ...(typeof factor === 'string' ? [`${toHeading('factor')}: ${factor}`] : []),
    ...(typeof offset === 'string' ? [`${toHeading('offset')}: ${offset}`] : []),
  ];
  if (problems.length > 0) return refused(plan, problems.join(' '));
  const parsed = feed.safeParse({ source: given ?? tag.source ?? '', factor, offset });
  if (!parsed.success) {
    return refused(
      plan,
      parsed.error.issues
        .map(({ path, message }) => `${toHeading(path[0] as ColumnName)}: ${message}`)
        .join(' '),
    );
  }
  const isSame =
    isFed && (['source', 'factor', 'offset'] as const).every((field) => tag[field] === parsed.data[field]);
  return {
    ...plan,
    action: isSame ? 'unchanged' : plan.action,
    change: { tagId: tag.id, name: tag.name, ...parsed.data },
  };
}

/**
 * Rejects rows whose source feeds a tag that keeps it. The tag of a rejected row keeps its own source, so another row
 * may be rejected in turn.
 * @param holders the tags that the sources feed now
 */
export function refuseUsed(
  planned: readonly PlannedFeed[],
  holders: ReadonlyMap<string, { id: number; name: string }>,
): PlannedFeed[] {
  let rows = [...planned];
  for (;;) {
    const kept = rows.filter(({ change }) => change !== null);
    const changed = new Set(kept.map(({ change }) => change!.tagId));
    rows = rows.map((row) => {
      const holder = row.change && holders.get(row.change.source);
      return !holder || changed.has(holder.id) ? row : refused(row, feedsAlready(row.source, holder.name));
    });
    if (rows.filter(({ change }) => change !== null).length === kept.length) return rows;
  }
}

const refused = (plan: PlannedFeed, message: string): PlannedFeed => ({
  ...plan,
  action: 'error',
  message,
  change: null,
});

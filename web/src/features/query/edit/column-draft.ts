import type { ColumnAggregate, QueryColumn, TimeUnit } from '@twinward/contracts/questions/query-definition';
import type { PathValue } from '../catalogue.ts';

/** A column being edited. Contains the entries of all kinds, so that a change of kind keeps them. */
export interface ColumnDraft {
  /** Empty for a new column. */
  key: string;
  kind: QueryColumn['kind'];
  caption: string;
  path: string;
  aggregate: ColumnAggregate;
  percentile: number | null;
  timeUnit: TimeUnit | '';
  /** Step width of numbers; null to group by each number. */
  width: number | null;
  expression: string;
}

export function draftOfColumn(column: QueryColumn | null): ColumnDraft {
  const by = column?.kind === 'group' ? column.by : undefined;
  return {
    key: column?.key ?? '',
    kind: column?.kind ?? 'field',
    caption: column?.caption ?? '',
    path: column !== null && column.kind !== 'computed' ? (column.path ?? '') : '',
    aggregate: column?.kind === 'aggregate' ? column.aggregate : 'count',
    percentile: column?.kind === 'aggregate' ? (column.percentile ?? null) : 90,
    timeUnit: typeof by === 'string' ? by : '',
    width: typeof by === 'object' ? by.width : null,
    expression: column?.kind === 'computed' ? column.expression : '',
  };
}

/**
 * Converts a draft to a column; null if incomplete.
 * @param value the value at the end of the path
 */
export function columnIn(draft: ColumnDraft, value: PathValue | null): QueryColumn | null {
  const caption = draft.caption.trim();
  const own = { key: draft.key, ...(caption === '' ? {} : { caption }) };
  const hasPath = draft.path !== '' && value !== null;
  switch (draft.kind) {
    case 'field':
      return hasPath ? { ...own, kind: 'field', path: draft.path } : null;
    case 'group': {
      const by = groupBy(draft, value);
      return hasPath && by !== null
        ? { ...own, kind: 'group', path: draft.path, ...(by === undefined ? {} : { by }) }
        : null;
    }
    case 'aggregate': {
      const { aggregate, path, percentile } = draft;
      if (aggregate === 'count') return { ...own, kind: 'aggregate', aggregate };
      if (!hasPath) return null;
      if (aggregate !== 'percentile') return { ...own, kind: 'aggregate', aggregate, path };
      return percentile !== null && percentile >= 0 && percentile <= 100
        ? { ...own, kind: 'aggregate', aggregate, path, percentile }
        : null;
    }
    case 'computed': {
      const expression = draft.expression.trim();
      return expression === '' ? null : { ...own, kind: 'computed', expression };
    }
  }
}

/** Undefined to group by each value; null for an invalid width. */
function groupBy(
  { timeUnit, width }: ColumnDraft,
  value: PathValue | null,
): TimeUnit | { width: number } | undefined | null {
  if (value?.kind === 'date' || value?.kind === 'date-time') return timeUnit === '' ? undefined : timeUnit;
  if (width === null || value === null || ['text', 'boolean', 'reference'].includes(value.kind))
    return undefined;
  return width > 0 ? { width } : null;
}

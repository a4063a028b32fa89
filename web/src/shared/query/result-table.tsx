import Box from '@mui/material/Box';
import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult, ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';
import { isMeasure, isNumeric } from '@twinward/domain/queries/column-kinds';
import { type ResultRow, shownColumns, toResultRows } from '@twinward/domain/queries/rows';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { type Column, DataTable, type SortState } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { fillTemplate } from '../../ui/page/cards/link-template.ts';
import { columnHeader } from './cell-text.ts';
import { ResultCell } from './result-cell.tsx';
import { createMark, type ResultMark } from './result-mark.ts';

const pageSize = 100;
/** Minimum width of a column in pixels; wider tables scroll. */
const columnWidth = 124;

interface Entry {
  place: number;
  row: ResultRow;
}

/** A sortable table of the rows of a result. */
export function ResultTable({
  label,
  result,
  display,
  maxHeight,
  onMark,
}: {
  label: string;
  result: QueryResult;
  display: Pick<QueryDisplay, 'conditionalColors' | 'linkTemplate'>;
  /** In pixels; by default, the table is as high as its rows. */
  maxHeight?: number | undefined;
  onMark?: ((mark: ResultMark) => void) | undefined;
}): ReactNode {
  const [sort, setSort] = useState<SortState | undefined>();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => shownColumns(result), [result]);
  const entries = useMemo(() => sorted(toResultRows(result), sort), [result, sort]);
  const { conditionalColors, linkTemplate } = display;
  const shown = useMemo((): Column<Entry>[] => {
    // In grouped results, the numbers are clickable; in plain results, the naming column.
    const name = columns.find((column) => !isNumeric(column)) ?? columns[0];
    const isGrouped = columns.some(({ role, aggregate }) => role === 'group' || aggregate !== undefined);
    const opens = (column: ResultColumn) => (isGrouped ? isMeasure(column) : column === name);
    return columns.map((column) => ({
      id: column.key,
      header: columnHeader(column),
      numeric: isNumeric(column) && column.kind !== 'level',
      sort: { field: column.key },
      cell: ({ row }) => (
        <ResultCell
          column={column}
          row={row}
          conditions={conditionalColors}
          to={linkTemplate && opens(column) ? fillTemplate(linkTemplate, row) : null}
          onOpen={onMark && opens(column) ? () => onMark(createMark('bar', row)) : null}
        />
      ),
    }));
  }, [columns, conditionalColors, linkTemplate, onMark]);
  if (entries.length === 0) {
    return <EmptyState title="No results found." hint="No record meets the conditions of the query." />;
  }
  const last = Math.ceil(entries.length / pageSize);
  const current = Math.min(page, last);
  return (
    <>
      <Box
        tabIndex={0}
        role="group"
        aria-label={label}
        sx={{
          overflow: 'auto',
          ...(maxHeight === undefined ? {} : { maxHeight }),
          '@media print': { maxHeight: 'none', overflow: 'visible' },
        }}
      >
        <Box sx={{ minWidth: columns.length * columnWidth, px: '12px' }}>
          <DataTable
            label={label}
            columns={shown}
            rows={entries.slice((current - 1) * pageSize, current * pageSize)}
            rowKey={({ place }) => place}
            {...(sort === undefined ? {} : { sort })}
            onSort={setSort}
          />
        </Box>
      </Box>
      {last > 1 ? (
        <PageLinks page={current} pageSize={pageSize} total={entries.length} noun="rows" onChange={setPage} />
      ) : null}
    </>
  );
}

/** Sorts rows by a column; rows without a value come last. */
function sorted(rows: readonly ResultRow[], sort: SortState | undefined): Entry[] {
  const entries = rows.map((row, place) => ({ row, place }));
  if (sort === undefined) return entries;
  const sign = sort.direction === 'Descending' ? -1 : 1;
  return entries.toSorted((one, other) => {
    const [a, b] = [one.row[sort.field] ?? null, other.row[sort.field] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b) || one.place - other.place;
  });
}

const compare = (one: NonNullable<ResultValue>, other: NonNullable<ResultValue>): number =>
  typeof one === 'string' && typeof other === 'string'
    ? one.localeCompare(other, 'en', { numeric: true })
    : Number(one) - Number(other);

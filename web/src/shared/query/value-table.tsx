import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ConditionalColor } from '@twinward/contracts/questions/query-definition';
import { isAdditive, sumKnown } from '@twinward/domain/queries/chart-data';
import type { ChartData, ResultSeries } from '@twinward/domain/queries/chart-types';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { columnHeader, numberText } from './cell-text.ts';
import { findTint } from './conditional-color.ts';
import { Tinted } from './result-cell.tsx';
import { createMark, type ResultMark } from './result-mark.ts';

const pageSize = 100;

/** A table of values by category and series, used for pivot tables and for the tables of charts. */
export function ValueTable({
  label,
  data,
  conditions,
  withTotals = false,
  maxHeight,
  seriesType,
  onMark,
}: {
  label: string;
  data: ChartData;
  conditions: readonly ConditionalColor[];
  /** Shows the sums of rows and columns, if the values can be summed. */
  withTotals?: boolean;
  maxHeight?: number | undefined;
  /** Series type of the marks that the values represent. */
  seriesType: string;
  onMark?: ((mark: ResultMark) => void) | undefined;
}): ReactNode {
  const [wanted, setPage] = useState(1);
  const { category, categories, series } = data;
  if (categories.length === 0 || series.length === 0) {
    return <EmptyState title="No results found." hint="No record meets the conditions of the query." />;
  }
  const page = Math.min(wanted, Math.ceil(categories.length / pageSize));
  const places = categories.map((_, place) => place).slice((page - 1) * pageSize, page * pageSize);
  const isSummed = withTotals && series.every(({ column }) => isAdditive(column));
  const hasRowSums =
    isSummed && series.length > 1 && new Set(series.map(({ column }) => column.key)).size === 1;
  return (
    <>
      <TableContainer
        tabIndex={0}
        role="group"
        aria-label={label}
        sx={{
          ...(maxHeight === undefined ? {} : { maxHeight }),
          '@media print': { maxHeight: 'none', overflow: 'visible' },
        }}
      >
        <Table stickyHeader aria-label={label}>
          <TableHead>
            <TableRow>
              <TableCell>{category === null ? '' : columnHeader(category)}</TableCell>
              {series.map((one, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: series have no other identity
                <TableCell key={place} align="right">
                  {data.split === null ? columnHeader(one.column) : one.name}
                </TableCell>
              ))}
              {hasRowSums ? <TableCell align="right">Total</TableCell> : null}
            </TableRow>
          </TableHead>
          <TableBody>
            {places.map((place) => (
              <TableRow key={place}>
                <TableCell component="th" scope="row">
                  {categories[place]}
                </TableCell>
                {series.map((one, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: series have no other identity
                  <TableCell key={column} align="right">
                    <Value
                      series={one}
                      place={place}
                      conditions={conditions}
                      seriesType={seriesType}
                      onMark={onMark}
                    />
                  </TableCell>
                ))}
                {hasRowSums ? (
                  <TableCell align="right" sx={{ fontWeight: 600 }}>
                    {formatValue(series[0]!, sumKnown(series.map(({ items }) => items[place]!.value)))}
                  </TableCell>
                ) : null}
              </TableRow>
            ))}
          </TableBody>
          {isSummed ? (
            <TableFooter>
              <TableRow sx={{ '& td, & th': { fontWeight: 600, color: 'text.primary' } }}>
                <TableCell component="th" scope="row">
                  Total
                </TableCell>
                {series.map((one, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: series have no other identity
                  <TableCell key={column} align="right">
                    {formatValue(one, sumKnown(one.items.map(({ value }) => value)))}
                  </TableCell>
                ))}
                {hasRowSums ? (
                  <TableCell align="right">
                    {formatValue(
                      series[0]!,
                      sumKnown(series.flatMap(({ items }) => items.map(({ value }) => value))),
                    )}
                  </TableCell>
                ) : null}
              </TableRow>
            </TableFooter>
          ) : null}
        </Table>
      </TableContainer>
      {categories.length > pageSize ? (
        <PageLinks page={page} pageSize={pageSize} total={categories.length} noun="rows" onChange={setPage} />
      ) : null}
    </>
  );
}

const formatValue = ({ column }: ResultSeries, value: number | null): string =>
  value === null ? '–' : numberText(column, value);

function Value({
  series,
  place,
  conditions,
  seriesType,
  onMark,
}: {
  series: ResultSeries;
  place: number;
  conditions: readonly ConditionalColor[];
  seriesType: string;
  onMark?: ((mark: ResultMark) => void) | undefined;
}): ReactNode {
  const { value, row } = series.items[place]!;
  const shown = (
    <Tinted tint={findTint(conditions, series.column.key, value)}>{formatValue(series, value)}</Tinted>
  );
  if (onMark === undefined || row === null || value === null) return shown;
  return (
    <Link
      component="button"
      type="button"
      color="inherit"
      underline="hover"
      onClick={() => onMark(createMark(seriesType, row, place, value))}
    >
      {shown}
    </Link>
  );
}

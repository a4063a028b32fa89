import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult, ResultColumn } from '@twinward/contracts/questions/query-result';
import { assignRoles } from '@twinward/domain/queries/chart-data';
import { isNumeric, isTime } from '@twinward/domain/queries/column-kinds';
import { type ResultRow, shownColumns, toResultRows } from '@twinward/domain/queries/rows';
import type { ReactNode } from 'react';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { BigNumberTile } from '../../ui/page/cards/big-number-tile.tsx';
import { cellText, columnUnit, numberText, textWithUnit } from './cell-text.ts';
import { findTint } from './conditional-color.ts';
import { createMark, type ResultMark } from './result-mark.ts';

/** A large number: the latest value over time with its change and a sparkline, or the value of the first row. */
export function ResultNumber({
  result,
  display,
  onMark,
}: {
  result: QueryResult;
  display: QueryDisplay;
  onMark?: ((mark: ResultMark) => void) | undefined;
}): ReactNode {
  const timeZone = useTimeZone();
  const { category, values } = assignRoles(result, display);
  const column = values[0] ?? shownColumns(result)[0];
  if (column === undefined) return null;
  const rows = toResultRows(result);
  const isOverTime = category !== null && isTime(category) && rows.length > 1;
  const ordered = isOverTime ? inOrder(rows, category) : rows;
  const row = isOverTime ? ordered.at(-1) : ordered[0];
  const value = row?.[column.key] ?? null;
  const before = isOverTime ? (ordered.at(-2)?.[column.key] ?? null) : null;
  const unit = column.kind === 'money' ? null : columnUnit(column);
  const where =
    category === null || row === undefined ? null : cellText(category, row[category.key] ?? null, timeZone);
  const asNumber = isNumeric(column);
  const tint = findTint(display.conditionalColors, column.key, value);
  const tile = (
    <BigNumberTile
      title={column.caption}
      mode={asNumber ? 'number' : 'text'}
      value={asNumber ? (typeof value === 'number' ? value : null) : cellText(column, value, timeZone)}
      format={(number) => `${numberText(column, number)}${unit === null ? '' : ` ${unit}`}`}
      subtitle={
        <>
          {where}
          {typeof value === 'number' && typeof before === 'number' ? (
            <> · {changeText(column, value, before, timeZone)}</>
          ) : null}
        </>
      }
    />
  );
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 4,
        alignItems: 'flex-end',
        px: 2,
        py: 1,
        borderRadius: 1,
        // Secondary text colour would lack contrast on a tint.
        ...(tint === undefined
          ? {}
          : { bgcolor: tint, '& .MuiTypography-root, & .MuiLink-root': { color: 'text.primary' } }),
      }}
    >
      {tile}
      {isOverTime ? (
        <Sparkline
          label={`${column.caption}: ${ordered.length} values`}
          times={ordered.map((_, place) => place)}
          values={ordered.map((one) => numberIn(one, column))}
        />
      ) : null}
      {onMark === undefined || row === undefined ? null : (
        <Link component="button" type="button" variant="body2" onClick={() => onMark(createMark('bar', row))}>
          Show rows
        </Link>
      )}
    </Box>
  );
}

const numberIn = (row: ResultRow, { key }: ResultColumn): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** ISO 8601 sorts as text. */
const inOrder = (rows: readonly ResultRow[], { key }: ResultColumn): ResultRow[] =>
  rows
    .filter((row) => row[key] !== null)
    .toSorted((one, other) => String(one[key]).localeCompare(String(other[key])));

/** '+12 (+8 %) on the one before' */
function changeText(column: ResultColumn, value: number, before: number, timeZone: string): string {
  const change = value - before;
  if (change === 0) return 'unchanged';
  const sign = change > 0 ? '+' : '−';
  const percent =
    before === 0
      ? ''
      : ` (${sign}${formatPercent(Math.abs((100 * change) / before), Math.abs(change / before) < 0.1 ? 1 : 0)})`;
  return `${sign}${textWithUnit(column, Math.abs(change), timeZone)}${percent} from the previous value`;
}

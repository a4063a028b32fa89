import Checkbox from '@mui/material/Checkbox';
import { useMemo, useState } from 'react';
import type { Column } from './data-table.tsx';

/** The selected rows of a list, for bulk actions; they stay selected across pages. */
export interface Selection<Row> {
  chosen: Row[];
  choose(rows: readonly Row[]): void;
  /** The column of checkboxes, the first of the list. The one in its header selects all rows of the page. */
  column: Column<Row>;
}

/** @param nameOf accessible name of a row; must be stable across renders */
export function useSelection<Row extends { id: number | string }>(
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [byId, setById] = useState<ReadonlyMap<number | string, Row>>(new Map());
  return useMemo(() => {
    const chosen = [...byId.values()];
    const choose = (rows: readonly Row[]): void => setById(new Map(rows.map((row) => [row.id, row])));
    const column: Column<Row> = {
      id: 'choice',
      header: 'Select',
      control: (rows) => {
        const others = rows.filter(({ id }) => !byId.has(id));
        const isAll = rows.length > 0 && others.length === 0;
        const ids = new Set(rows.map(({ id }) => id));
        return (
          <Checkbox
            size="small"
            sx={{ p: 0 }}
            checked={isAll}
            indeterminate={!isAll && others.length < rows.length}
            onChange={() => choose(isAll ? chosen.filter(({ id }) => !ids.has(id)) : [...chosen, ...others])}
            slotProps={{ input: { 'aria-label': 'All rows of this page' } }}
          />
        );
      },
      width: '48px',
      wide: true,
      cell: (row) => (
        <Checkbox
          size="small"
          sx={{ p: 0 }}
          checked={byId.has(row.id)}
          onClick={(event) => event.stopPropagation()}
          onChange={(_, isOn) => choose(isOn ? [...chosen, row] : chosen.filter(({ id }) => id !== row.id))}
          slotProps={{ input: { 'aria-label': `Select ${nameOf(row)}` } }}
        />
      ),
    };
    return { chosen, choose, column };
  }, [byId, nameOf]);
}

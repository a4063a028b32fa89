import { useMemo, useState } from 'react';
import type { Column } from './data-table.tsx';
import { RowCheckbox } from './row-checkbox.tsx';

/** The selected rows of a list, for bulk actions; they stay selected across pages. */
export interface Selection<Row> {
  chosen: Row[];
  choose(rows: readonly Row[]): void;
  /** The checkbox column, first in the list. The checkbox in its header selects all rows of the page. */
  column: Column<Row>;
}

/** @param toName accessible name of a row; must be stable across renders */
export function useSelection<Row extends { id: number | string }>(
  toName: (row: Row) => string,
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
          <RowCheckbox
            label="All rows of this page"
            checked={isAll}
            isPartial={!isAll && others.length < rows.length}
            onChange={() => choose(isAll ? chosen.filter(({ id }) => !ids.has(id)) : [...chosen, ...others])}
          />
        );
      },
      width: '48px',
      wide: true,
      cell: (row) => (
        <RowCheckbox
          label={`Select ${toName(row)}`}
          checked={byId.has(row.id)}
          onChange={(isOn) => choose(isOn ? [...chosen, row] : chosen.filter(({ id }) => id !== row.id))}
        />
      ),
    };
    return { chosen, choose, column };
  }, [byId, toName]);
}

import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { Term } from '@twinward/domain/glossary';
import { type MouseEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { type Action, ActionsMenu } from '../page/actions-menu.tsx';
import { Explained, ExplainedControl, ExplainedWord } from '../page/explained.tsx';
import { moveBetweenRows } from './row-keys.ts';
import {
  barHeight,
  bodyStyles,
  cellClass,
  cutStyles,
  menuWidth,
  tableStyles,
  wideStyles,
  wrapsStyles,
} from './table-styles.ts';

export interface Column<Row> {
  id: string;
  header: string;
  /** Glossary term in the header, which a tooltip explains. */
  term?: Term;
  cell: (row: Row) => ReactNode;
  /** The field that a click on the header sorts by, and the initial direction. */
  sort?: { field: string; first?: SortState['direction'] };
  numeric?: boolean;
  /** CSS width relative to the table, so that columns keep their position on all pages. */
  width?: string;
  /** CSS width on a phone; without it, the first column keeps its width and the others share the rest. */
  phoneWidth?: string;
  /** Hidden on a phone, and in a narrow card. */
  wide?: boolean;
  /** Wraps long text. */
  wraps?: boolean;
  /** Contains the row's link or button; by default, the first column without `control` does. */
  opens?: boolean;
  /** A control for all rows of the table, instead of the header's text. */
  control?: (rows: readonly Row[]) => ReactNode;
}

export interface SortState {
  field: string;
  direction: 'Ascending' | 'Descending';
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Link of a row, in its first column. */
  rowTo?: (row: Row) => string;
  /** Action of a row instead of a link, such as editing it. Its first column is the button. */
  onOpen?: (row: Row) => void;
  /** Items and accessible name of a row's menu. */
  actions?: { label: (row: Row) => string; of: (row: Row) => readonly Action[] };
  sort?: SortState;
  onSort?: (sort: SortState) => void;
  /** Whether the rows are stale, shown while new ones load. */
  outdated?: boolean;
  /** The header sticks below the top bar while the page scrolls; for a table that fills its page. */
  sticky?: boolean;
}

/**
 * A dense table with a sticky header. Headers sort by click and key; arrows, Home and End move between rows, and Enter
 * opens one.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, rowKey, rowTo, onOpen, actions, sort, onSort } = props;
  const { outdated = false, sticky = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const firstOnPhone = columns.filter((column) => !column.wide).length > 2 ? '42%' : '60%';
  const opening = findOpeningColumn(columns);
  const reachable = Math.min(current, Math.max(rows.length - 1, 0));

  return (
    <Table stickyHeader={sticky} aria-label={label} aria-busy={outdated} sx={tableStyles}>
      <TableHead>
        <TableRow>
          {columns.map((column, index) => (
            <HeaderCell
              key={column.id}
              column={column}
              rows={rows}
              phoneWidth={column.phoneWidth ?? (index === opening ? firstOnPhone : 'auto')}
              {...(sort === undefined ? {} : { sort })}
              {...(onSort === undefined ? {} : { onSort })}
            />
          ))}
          {actions === undefined ? null : (
            <TableCell sx={{ width: menuWidth, top: barHeight }}>
              <span className="visually-hidden">Actions</span>
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody
        ref={body}
        sx={bodyStyles}
        style={{ opacity: outdated ? 0.55 : 1 }}
        onKeyDown={(event) => moveBetweenRows(event, body.current)}
      >
        {rows.map((row, index) => (
          <BodyRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            {...(rowTo === undefined ? {} : { to: rowTo(row) })}
            {...(onOpen === undefined ? {} : { onOpen: () => onOpen(row) })}
            menu={actions && <ActionsMenu label={actions.label(row)} actions={actions.of(row)} />}
            isReachable={index === reachable}
            onReach={() => setCurrent(index)}
          />
        ))}
      </TableBody>
    </Table>
  );
}

/** The column with the row's link or button. */
function findOpeningColumn(columns: readonly Pick<Column<never>, 'opens' | 'control'>[]): number {
  const named = columns.findIndex((column) => column.opens);
  const first = columns.findIndex((column) => column.control === undefined);
  return Math.max(0, named < 0 ? first : named);
}

function HeaderCell<Row>({
  column,
  rows,
  phoneWidth,
  sort,
  onSort,
}: {
  column: Column<Row>;
  rows: readonly Row[];
  phoneWidth: string;
  sort?: SortState;
  onSort?: (sort: SortState) => void;
}): ReactNode {
  const isSorted = column.sort !== undefined && sort?.field === column.sort.field;
  const direction = sort?.direction === 'Descending' ? 'desc' : 'asc';
  const next = (): SortState => {
    const { field, first = 'Ascending' } = column.sort!;
    const turned = sort?.direction === 'Ascending' ? 'Descending' : 'Ascending';
    return { field, direction: isSorted ? turned : first };
  };
  return (
    <TableCell
      align={column.numeric ? 'right' : 'left'}
      sortDirection={isSorted ? direction : false}
      sx={{
        ...(column.wide ? wideStyles : {}),
        ...(column.wraps ? wrapsStyles : cutStyles),
        width: { xs: phoneWidth, md: column.width ?? 'auto' },
        top: barHeight,
      }}
    >
      {column.control !== undefined ? (
        <>
          <span className="visually-hidden">{column.header}</span>
          {column.control(rows)}
        </>
      ) : column.sort === undefined || onSort === undefined ? (
        column.term === undefined ? (
          column.header
        ) : (
          <Explained term={column.term}>{column.header}</Explained>
        )
      ) : (
        explained(
          <TableSortLabel
            active={isSorted}
            direction={direction}
            onClick={() => onSort(next())}
            // On a phone, the space for a hidden sort arrow would cut off headers.
            sx={
              isSorted ? {} : { '& .MuiTableSortLabel-icon': { display: { xs: 'none', md: 'inline-block' } } }
            }
          >
            {column.term === undefined ? column.header : <ExplainedWord>{column.header}</ExplainedWord>}
          </TableSortLabel>,
          column.term,
        )
      )}
    </TableCell>
  );
}

const explained = (control: ReactElement, term: Term | undefined): ReactNode =>
  term === undefined ? control : <ExplainedControl term={term}>{control}</ExplainedControl>;

function BodyRow<Row>({
  row,
  columns,
  to,
  onOpen,
  menu,
  isReachable,
  onReach,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  to?: string;
  onOpen?: () => void;
  menu: ReactNode;
  isReachable: boolean;
  onReach: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const open = (event: MouseEvent): void => {
    // Events of the row's popovers bubble here too.
    const isInside = event.target instanceof Element && event.currentTarget.contains(event.target);
    const isOwn = !isInside || (event.target as Element).closest('a, button') !== null;
    const isSelecting = window.getSelection()?.isCollapsed === false;
    if (isOwn || isSelecting) return;
    if (to !== undefined) void navigate(to);
    else onOpen?.();
  };
  const isOpened = to !== undefined || onOpen !== undefined;
  const opening = findOpeningColumn(columns);
  const reach = { 'data-row-link': true, tabIndex: isReachable ? 0 : -1, onFocus: onReach };
  return (
    // Plain elements, styled once by the table body for all cells.
    <tr {...(isOpened ? { className: 'opens' } : {})} onClick={open}>
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(column)}>
          {index === opening && to !== undefined ? (
            <RouterLink to={to} className="row-link" {...reach}>
              {column.cell(row)}
            </RouterLink>
          ) : index === opening && onOpen !== undefined ? (
            <button type="button" className="row-link" onClick={onOpen} {...reach}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {menu === undefined ? null : <td className="menu">{menu}</td>}
    </tr>
  );
}

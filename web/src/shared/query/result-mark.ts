import type { ResultRow } from '@twinward/domain/queries/rows';
import type { ChartClick } from '../../ui/page/cards/chart-card.tsx';

/**
 * A clicked mark. As a `ChartClick` it goes to the `ChartCard`: the data of a bar or slice is its row, that of every
 * other mark has the row as its third element.
 */
export interface ResultMark extends ChartClick {
  row: ResultRow;
}

/** The mark of a row in a series of a type. */
export const markOf = (
  seriesType: string,
  row: ResultRow,
  x: unknown = null,
  y: unknown = null,
): ResultMark => ({
  seriesType,
  row,
  data: seriesType === 'bar' || seriesType === 'pie' ? row : [x, y, row],
});

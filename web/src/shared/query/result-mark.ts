import type { ResultRow } from '@twinward/domain/queries/rows';
import type { ChartClick } from '../../ui/page/cards/chart-card.tsx';

/**
 * A clicked mark, which can be passed to a `ChartCard` as a `ChartClick`. The data of a bar or slice is its row; the
 * data of other marks have the row as third element.
 */
export interface ResultMark extends ChartClick {
  row: ResultRow;
}

/** Creates the mark of a row in a series of a type. */
export const createMark = (
  seriesType: string,
  row: ResultRow,
  x: unknown = null,
  y: unknown = null,
): ResultMark => ({
  seriesType,
  row,
  data: seriesType === 'bar' || seriesType === 'pie' ? row : [x, y, row],
});

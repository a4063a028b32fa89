import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { toChartData } from '@twinward/domain/queries/chart-data';
import { memo, type ReactNode, useMemo } from 'react';
import { useNow } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { ageText, cellText } from './cell-text.ts';
import { ResultChart, ResultScatter } from './result-chart.tsx';
import type { ResultMark } from './result-mark.ts';
import { ResultNumber } from './result-number.tsx';
import { ResultTable } from './result-table.tsx';
import { ValueTable } from './value-table.tsx';

interface ResultViewProps {
  /** Accessible name of the table or chart, and file name of its picture. */
  title: string;
  result: QueryResult;
  display: QueryDisplay;
  /** Height of the chart or table in pixels; by default, a table is as high as its rows. */
  height?: number | undefined;
  /** Called with the clicked mark. Pass it to a `ChartCard` to follow its link template. */
  onMark?: ((mark: ResultMark) => void) | undefined;
}

/** A result of a query in any of the ten views. Each chart has a description, and its values as a table. */
export const ResultView = memo(function ResultView(props: ResultViewProps): ReactNode {
  const { result, display } = props;
  return (
    <Box sx={{ minWidth: 0 }}>
      <View {...props} />
      <Notes notes={result.notes} />
      {result.truncated && (display.view === 'table' || display.view === 'pivot') ? (
        <Notes notes={[`The first ${formatCount(result.rows.length)} rows are shown.`]} />
      ) : null}
    </Box>
  );
});

function View({ title, result, display, height, onMark }: ResultViewProps): ReactNode {
  switch (display.view) {
    case 'table':
      return (
        <ResultTable label={title} result={result} display={display} maxHeight={height} onMark={onMark} />
      );
    case 'number':
      return <ResultNumber result={result} display={display} onMark={onMark} />;
    case 'scatter':
      return (
        <ResultScatter
          title={title}
          result={result}
          display={display}
          height={height ?? pictureHeight}
          onMark={onMark}
        />
      );
    default:
      return <Shaped title={title} result={result} display={display} height={height} onMark={onMark} />;
  }
}

/** In pixels. */
const pictureHeight = 320;

/** Values by category and series: a pivot table or a chart. */
function Shaped({ title, result, display, height, onMark }: ResultViewProps): ReactNode {
  const timeZone = useTimeZone();
  const data = useMemo(
    () => toChartData(result, display, (column, value) => cellText(column, value, timeZone)),
    [result, display, timeZone],
  );
  return (
    <>
      {display.view === 'pivot' ? (
        <ValueTable
          label={title}
          data={data}
          conditions={display.conditionalColors}
          withTotals={display.total === undefined}
          maxHeight={height}
          seriesType="bar"
          onMark={onMark}
        />
      ) : (
        <ResultChart
          title={title}
          display={display}
          data={data}
          height={height ?? pictureHeight}
          onMark={onMark}
        />
      )}
      <Notes
        notes={[
          ...data.notes,
          ...(result.truncated
            ? [`Only the first ${formatCount(result.rows.length)} rows are included.`]
            : []),
        ]}
      />
    </>
  );
}

const Notes = ({ notes }: { notes: readonly string[] }): ReactNode =>
  notes.length === 0 ? null : <Muted sx={{ pt: 1 }}>{notes.join(' ')}</Muted>;

/** The number of rows of a result, and its age. */
export function ResultAge({ result }: { result: QueryResult }): ReactNode {
  const now = useNow();
  const timeZone = useTimeZone();
  const count = `${result.truncated ? 'More than ' : ''}${formatCount(result.rows.length)} ${result.rows.length === 1 ? 'row' : 'rows'}`;
  return (
    <Typography component="div" variant="body2" sx={{ color: 'text.secondary', pt: 1 }}>
      {count}, as of <time dateTime={result.ranAt}>{ageText(result.ranAt, now, timeZone)}</time>
    </Typography>
  );
}

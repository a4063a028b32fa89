import Box from '@mui/material/Box';
import { type QueryDisplay, queryViews } from '@twinward/contracts/questions/query-definition';
import type { QueryResult, ResultColumn } from '@twinward/contracts/questions/query-result';
import { chartThemes } from '@twinward/domain/dashboards/color-themes';
import type { ReactNode } from 'react';
import { viewName } from '../shared/query/describe.ts';
import { ResultAge, ResultView } from '../shared/query/result-view.tsx';
import { ChartCard } from '../ui/page/cards/chart-card.tsx';

const plain: QueryDisplay = {
  view: 'table',
  values: [],
  stacked: false,
  theme: 1,
  conditionalColors: [{ column: 'cost', from: 60_000, to: null, color: 'red' }],
};

const columns: ResultColumn[] = [
  { key: 'month', caption: 'Month', kind: 'date', by: 'month', role: 'group' },
  { key: 'class', caption: 'Class', kind: 'text', role: 'group' },
  { key: 'count', caption: 'Number of work', kind: 'integer', role: 'value', aggregate: 'count' },
  { key: 'cost', caption: 'Sum of Cost', kind: 'money', role: 'value', aggregate: 'sum' },
  { key: 'level', caption: 'Level', kind: 'level', role: 'value', aggregate: 'max' },
];
const classes = [
  ...['Centrifugal pumps', 'Fans', 'Gas turbines', 'Heat exchangers, shell and tube', 'Conveyors'],
  ...['Compressors', 'Valves', 'Agitators'],
];
const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'];

const toResult = (rows: QueryResult['rows']): QueryResult => ({
  columns,
  rows,
  total: rows.length,
  truncated: false,
  milliseconds: 12,
  notes: [],
  ranAt: '2026-06-30T08:00:00.000Z',
});
const grouped = toResult(
  months.flatMap((month, x) =>
    classes.map((one, y) => {
      const count = 3 + ((x * 5 + y * 7) % 11);
      return [month, one, count, count * (9 - y) * 1250, (count * 83) % 1000];
    }),
  ),
);
const ofOneMonth = toResult(grouped.rows.slice(0, classes.length));
const ofOneClass = toResult(grouped.rows.filter((row) => row[1] === 'Fans'));

/** A suitable sample result and display for each view. */
const samples: Partial<Record<QueryDisplay['view'], [QueryResult, Partial<QueryDisplay>]>> = {
  pivot: [grouped, { category: 'class', series: 'month', values: ['count'] }],
  bar: [ofOneMonth, { category: 'class', values: ['cost'], topCount: 6 }],
  line: [grouped, { category: 'month', series: 'class', values: ['count'] }],
  area: [grouped, { category: 'month', series: 'class', values: ['cost'], stacked: true, theme: 2 }],
  pie: [ofOneMonth, { category: 'class', values: ['cost'], topCount: 5 }],
  scatter: [grouped, { series: 'class', values: ['count', 'cost'], theme: 3 }],
  number: [ofOneClass, { category: 'month', values: ['cost'] }],
  'heat-map': [grouped, { category: 'month', series: 'class', values: ['count'] }],
  'tree-map': [grouped, { category: 'month', series: 'class', values: ['cost'], theme: 4 }],
};

/** Results of queries in each view, and in each color theme. */
export const ResultParts = (): ReactNode => (
  <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } }}>
    {queryViews.map((view) => {
      const [result, display] = samples[view] ?? [ofOneMonth, {}];
      return (
        <ChartCard key={view} title={viewName(view)} link="/apps/twins/{class}">
          {(onClick) => (
            <>
              <ResultView
                title={viewName(view)}
                result={result}
                display={{ ...plain, ...display, view }}
                height={280}
                onMark={onClick}
              />
              <ResultAge result={result} />
            </>
          )}
        </ChartCard>
      );
    })}
    {chartThemes.map(({ name }, place) => (
      <ChartCard key={name} title={`Colors: ${name}`}>
        {() => (
          <ResultView
            title={`Colors: ${name}`}
            result={grouped}
            display={{
              ...plain,
              view: 'bar',
              category: 'month',
              series: 'class',
              values: ['count'],
              stacked: true,
              theme: place + 1,
            }}
            height={220}
          />
        )}
      </ChartCard>
    ))}
  </Box>
);

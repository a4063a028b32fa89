import Box from '@mui/material/Box';
import type { QueryView } from '@twinward/contracts/questions/query-definition';
import { type ChartColors, colorRound, seriesColor } from '@twinward/domain/dashboards/color-themes';
import type { ChartData } from '@twinward/domain/queries/chart-types';
import type { ReactNode } from 'react';
import { dashAt, symbolAt } from './axis-option.ts';
import { columnHeader } from './cell-text.ts';
import { valueText } from './describe.ts';
import { findExtent } from './heat-map-option.ts';

/** The legend of a chart: captions of its values, and the colors of the series. */
export function ResultLegend({
  view,
  data,
  colors,
}: {
  view: QueryView;
  data: ChartData;
  colors: ChartColors;
}): ReactNode {
  const first = data.series[0];
  if (first === undefined) return null;
  const units = [...new Set(data.series.map(({ column }) => columnHeader(column)))];
  const isSplit = data.series.length > 1 && view !== 'pie' && view !== 'heat-map';
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        alignItems: 'center',
        color: 'text.secondary',
        fontSize: '0.8125rem',
        minHeight: 24,
      }}
    >
      {data.split !== null || !isSplit ? <span>{units.join(', ')}</span> : null}
      {view === 'heat-map' ? <Scale data={data} colors={colors} /> : null}
      {isSplit ? (
        <Box component="ul" aria-label="Series" sx={{ display: 'contents', listStyle: 'none', m: 0, p: 0 }}>
          {data.series.map((series, place) => (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: series have no other identity
              key={place}
              sx={{ display: 'inline-flex', gap: 1.5, alignItems: 'center', maxWidth: 240 }}
            >
              <Swatch view={view} colors={colors} place={place} />
              <Box
                component="span"
                sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
              >
                {data.split === null ? columnHeader(series.column) : series.name}
              </Box>
            </Box>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

const signs: Readonly<Record<string, string>> = { circle: '●', rect: '■', triangle: '▲', diamond: '◆' };

/** A sample of a series: a line with its dashes, or a fill with its stripes. */
function Swatch({ view, colors, place }: { view: QueryView; colors: ChartColors; place: number }): ReactNode {
  const color = seriesColor(colors, place);
  const round = colorRound(colors, place);
  if (view === 'scatter') {
    return (
      <Box component="span" aria-hidden sx={{ color, lineHeight: 1 }}>
        {signs[symbolAt(place)]}
      </Box>
    );
  }
  if (view === 'line' || view === 'area') {
    const dashes = { solid: undefined, dashed: '5 3', dotted: '2 2' }[dashAt(round)];
    return (
      <Box component="svg" aria-hidden viewBox="0 0 18 4" sx={{ width: 18, height: 4, flex: 'none' }}>
        <line x1={0} y1={2} x2={18} y2={2} stroke={color} strokeWidth={2.5} strokeDasharray={dashes} />
      </Box>
    );
  }
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 10,
        height: 10,
        flex: 'none',
        borderRadius: '2px',
        background:
          round === 0 || view !== 'bar'
            ? color
            : ({ palette }) =>
                `repeating-linear-gradient(45deg, ${color} 0 ${2 + round}px, ${palette.background.default} 0 ${4 + round}px)`,
      }}
    />
  );
}

/** The lowest and highest value of a heat map beside their colors. */
function Scale({ data, colors }: { data: ChartData; colors: ChartColors }): ReactNode {
  const extent = findExtent(data);
  if (extent === null) return null;
  const text = (value: number): string => valueText(data.series[0]!, value);
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1.5, alignItems: 'center' }}>
      {text(extent.low)}
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 96,
          height: 10,
          borderRadius: '2px',
          background: `linear-gradient(90deg, ${colors.scale.join(', ')})`,
        }}
      />
      {text(extent.high)}
    </Box>
  );
}

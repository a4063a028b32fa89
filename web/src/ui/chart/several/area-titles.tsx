import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import type { PlotFrame } from '../plot.ts';
import { laneTitleHeight, type PlotArea } from './areas.ts';
import { lineKey, type UnitAxis } from './axes.ts';

/** Units of the axes above a shared plot, each on the side of its axis. */
export const UnitTitles = ({ axes, width }: { axes: readonly UnitAxis[]; width: number }): ReactNode => (
  <Box aria-hidden sx={{ display: 'flex', width, fontSize: '0.8125rem' }}>
    {(['left', 'right'] as const).map((side) => (
      <Box key={side} sx={{ color: 'text.secondary', ml: side === 'right' ? 'auto' : 0 }}>
        {axes
          .filter((axis) => axis.side === side)
          .toReversed()
          .map(({ unit, color }, index) => (
            <Fragment key={unit}>
              {index > 0 ? ' · ' : ''}
              <Box component="span" style={color === null ? {} : { color }}>
                {unit ?? 'no unit'}
              </Box>
            </Fragment>
          ))}
      </Box>
    ))}
  </Box>
);

/** The name and unit of each signal above its lane. Screen readers get them from the list of lines. */
export const LaneTitles = ({ areas, frame }: { areas: readonly PlotArea[]; frame: PlotFrame }): ReactNode =>
  areas.map(({ top, lines }) => (
    <Box
      key={top}
      aria-hidden
      data-lane
      sx={{
        position: 'absolute',
        left: frame.left,
        right: frame.right,
        top: top - laneTitleHeight,
        height: laneTitleHeight,
        lineHeight: `${laneTitleHeight}px`,
        fontSize: '0.8125rem',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        pointerEvents: 'none',
      }}
    >
      {lines.map((line) => (
        <Fragment key={lineKey(line)}>
          <Box
            component="span"
            data-swatch
            sx={{ display: 'inline-block', width: 20, mr: 1.5, verticalAlign: 'middle' }}
            style={{ borderTop: `2px ${line.dash} ${line.color}` }}
          />
          <Box component="span" sx={{ mr: 4 }}>
            {line.unit === null ? line.name : `${line.name}, ${line.unit}`}
          </Box>
        </Fragment>
      ))}
    </Box>
  ));

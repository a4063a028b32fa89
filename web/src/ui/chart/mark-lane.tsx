import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../format/format.ts';
import { foldMarks, type Mark, type MarkShape, markSize, marksText } from './fold-marks.ts';
import { LaneCaption } from './lane.tsx';
import { type PlotFrame, plotWidth } from './plot.ts';
import type { Range } from './range.ts';

/** A lane of marks on a time axis, each a link. Marks too close to each other are merged into one with their count. */
export function MarkLane({
  name,
  marks,
  note,
  toAll,
  range,
  frame,
}: {
  name: string;
  marks: readonly Mark[];
  /** Shown at the right of the name, such as the count. */
  note: string;
  /** Link of a merged mark: the list of all. */
  toAll: string;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const placed = useMemo(() => foldMarks(marks, range, frame), [marks, range, frame]);
  return (
    <Box sx={{ width: frame.width, pt: 1.5 }}>
      <LaneCaption frame={frame}>
        <span>{name}</span>
        <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
          {note}
        </Box>
      </LaneCaption>
      <Box sx={{ position: 'relative', height: markSize }}>
        <Box
          style={{ left: frame.left, width: plotWidth(frame) }}
          sx={{ position: 'absolute', top: markSize / 2, borderTop: 1, borderColor: 'divider' }}
        />
        {placed.length === 0 ? null : (
          <Box component="ul" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {placed.map(({ x, marks: [first, ...others] }) => (
              <Box
                component="li"
                key={first.key}
                style={{ left: x - markSize / 2 }}
                // Above the line that marks the present.
                sx={{ position: 'absolute', zIndex: 1 }}
              >
                <MarkLink
                  to={others.length === 0 ? first.to : toAll}
                  label={marksText([first, ...others])}
                  shape={others.some(isOverdue) ? 'overdue' : first.shape}
                  count={others.length + 1}
                />
              </Box>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const isOverdue = ({ shape }: Mark): boolean => shape === 'overdue';

function MarkLink({
  to,
  label,
  shape,
  count,
}: {
  to: string;
  label: string;
  shape: MarkShape;
  count: number;
}): ReactNode {
  return (
    <Box
      component={Link}
      to={to}
      aria-label={label}
      title={label}
      sx={{
        width: markSize,
        height: markSize,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        color: shape === 'overdue' ? 'error.main' : 'text.primary',
        textDecoration: 'none',
        '&:hover': { color: 'primary.main' },
      }}
    >
      {count === 1 ? (
        <Box
          component="span"
          sx={{
            width: 11,
            height: 11,
            border: 2,
            borderColor: 'currentColor',
            ...looks[shape],
          }}
        />
      ) : (
        <Box
          component="span"
          sx={{
            minWidth: 20,
            height: 18,
            px: 0.5,
            border: 1,
            borderColor: 'currentColor',
            borderRadius: '9px',
            bgcolor: 'background.default',
            fontSize: '0.6875rem',
            lineHeight: '16px',
            textAlign: 'center',
          }}
        >
          {formatCount(count)}
        </Box>
      )}
    </Box>
  );
}

const filled = { bgcolor: 'currentColor' };
const hollow = { bgcolor: 'background.default' };
const diamond = { transform: 'rotate(45deg)' };
const looks: Record<MarkShape, object> = {
  done: filled,
  planned: hollow,
  due: { ...hollow, ...diamond },
  overdue: { ...filled, ...diamond },
};

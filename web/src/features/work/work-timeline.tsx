import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Work } from '@twinward/contracts/assets/work';
import type { ReactNode } from 'react';
import { kindLabels } from '../../shared/work/work-columns.tsx';
import { timeTicks } from '../../ui/chart/time-ticks.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { type PlacedWork, placeWork } from './work-rail.ts';

const laneHeight = 22;
const barHeight = 14;
const tickWidth = 110;
const labelWidth = 116;

/** A page of work on a time line, one lane per kind. A click opens an item. The table shows the same work. */
export function WorkTimeline({
  work,
  onOpen,
}: {
  work: readonly Work[];
  onOpen: (work: Work) => void;
}): ReactNode {
  const [measure, width] = useElementWidth();
  const timeZone = useTimeZone();
  const rail = placeWork(work);
  if (rail === null) return null;
  const { range, lanes } = rail;
  const plot = Math.max(0, width - labelWidth);
  const at = (time: number) => ((time - range.from) / (range.to - range.from)) * plot;
  const ticks = timeTicks(range, timeZone, Math.max(2, Math.floor(plot / tickWidth)));
  return (
    <Box ref={measure} role="group" aria-label="Time line" sx={{ pb: 4 }}>
      {width === 0 ? null : (
        <>
          {lanes.map(({ kind, items }) => (
            <Box key={kind} sx={{ display: 'flex', height: laneHeight, alignItems: 'center' }}>
              <Muted noWrap sx={{ width: labelWidth }}>
                {kindLabels[kind]}
              </Muted>
              <Box sx={{ position: 'relative', flex: 1, height: 1, borderTop: 1, borderColor: 'divider' }}>
                {items.map((item) => (
                  <Mark key={item.work.id} item={item} at={at} timeZone={timeZone} onOpen={onOpen} />
                ))}
              </Box>
            </Box>
          ))}
          <Box
            aria-hidden
            sx={{
              position: 'relative',
              height: 20,
              ml: `${labelWidth}px`,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            {ticks
              .filter(({ time }) => at(time) >= 0 && at(time) < plot - 60)
              .map(({ time, label }) => (
                <Typography
                  key={time}
                  variant="caption"
                  noWrap
                  sx={{ position: 'absolute', left: at(time), color: 'text.secondary' }}
                >
                  {label}
                </Typography>
              ))}
          </Box>
        </>
      )}
    </Box>
  );
}

function Mark({
  item: { work, from, to, isPlanned },
  at,
  timeZone,
  onOpen,
}: {
  item: PlacedWork;
  at: (time: number) => number;
  timeZone: string;
  onOpen: (work: Work) => void;
}): ReactNode {
  const text = `${work.name}, ${isPlanned ? 'planned for ' : ''}${formatDateTime(from, timeZone)}`;
  return (
    <Box
      component="button"
      type="button"
      aria-label={text}
      title={text}
      onClick={() => onOpen(work)}
      sx={{
        position: 'absolute',
        top: (laneHeight - barHeight) / 2 - 1,
        left: at(from),
        width: Math.max(6, at(to) - at(from)),
        height: barHeight,
        p: 0,
        borderRadius: '2px',
        cursor: 'pointer',
        border: 1,
        borderStyle: isPlanned ? 'dashed' : 'solid',
        borderColor: work.kind === 'corrective' ? 'error.main' : 'text.secondary',
        bgcolor: isPlanned ? 'transparent' : work.kind === 'corrective' ? 'error.main' : 'action.disabled',
        '&:hover, &:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' },
      }}
    />
  );
}

import { mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../form/segmented-control.tsx';
import { useTimeZone } from '../format/time-zone.ts';
import { Icon } from '../page/icon.tsx';
import { Muted } from '../page/muted.tsx';
import { AnnotateSwitch } from './annotations/annotate-switch.tsx';
import { type PresetId, presets, rangeText } from './range.ts';
import { RangeFields } from './range-fields.tsx';
import type { ChartRange } from './use-chart-range.ts';

/** The toolbar of a page with charts: presets, zoom, the visible range as text, and the page's own buttons. */
export function RangeBar({
  choice,
  range,
  dispatch,
  children,
}: ChartRange & { children?: ReactNode }): ReactNode {
  const timeZone = useTimeZone();
  const chosen: PresetId | null = choice.kind === 'preset' ? choice.preset : null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 2 }}>
      <SegmentedControl
        label="Range, back from the latest data"
        value={chosen}
        segments={presets.map(({ id, name, label }) => ({ value: id, name, label }))}
        onChange={(preset) => dispatch({ type: 'preset', preset })}
        sx={{ overflowX: 'auto' }}
      />
      <Stack direction="row" sx={{ alignItems: 'center', columnGap: 2 }}>
        <Box sx={{ flex: 'none' }}>
          <Tooltip title="Zoom in (+)">
            <IconButton
              size="small"
              aria-label="Zoom in"
              onClick={() => dispatch({ type: 'zoom', factor: 0.5 })}
            >
              <Icon path={mdiMagnifyPlusOutline} />
            </IconButton>
          </Tooltip>
          <Tooltip title="Zoom out (-)">
            <IconButton
              size="small"
              aria-label="Zoom out"
              onClick={() => dispatch({ type: 'zoom', factor: 2 })}
            >
              <Icon path={mdiMagnifyMinusOutline} />
            </IconButton>
          </Tooltip>
          <RangeFields range={range} dispatch={dispatch} />
        </Box>
        <Muted role="status" title={`Times in ${timeZone}`}>
          {rangeText(range, timeZone)}
        </Muted>
      </Stack>
      <AnnotateSwitch range={range} />
      {children}
    </Stack>
  );
}

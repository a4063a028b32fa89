import { mdiClose, mdiEyeOffOutline, mdiEyeOutline, mdiStairsUp } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type Range, rangeText } from '../../../ui/chart/range.ts';
import { type ChartLine, lineKey } from '../../../ui/chart/several/axes.ts';
import { valueAt } from '../../../ui/chart/several/rows.ts';
import { formatDateTime, formatExact, formatNumber } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';

/** The lines of a chart with value at the cursor, switches for visibility and rises, and dates of compared lines. */
export function LineList({
  lines,
  range,
  cursor,
  hidden,
  rising,
  removable,
  onToggle,
  onRemove,
}: {
  lines: readonly ChartLine[];
  range: Range;
  cursor: number | null;
  hidden: readonly number[];
  rising: readonly number[];
  /** Whether a line can be removed. */
  removable(id: number): boolean;
  onToggle(what: 'hidden' | 'rising', id: number): void;
  onRemove(id: number): void;
}): ReactNode {
  const timeZone = useTimeZone();
  return (
    <Box>
      <Muted aria-live="polite" sx={{ minHeight: 20, '@media print': { display: 'none' } }}>
        {cursor === null
          ? 'Point at the chart to read all lines at once.'
          : formatDateTime(cursor, timeZone, true)}
      </Muted>
      <Box component="ul" aria-label="Lines" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line) => {
          const { compared } = line;
          const isHidden = hidden.includes(compared?.of ?? line.id);
          const isRising = rising.includes(compared?.of ?? line.id);
          return (
            <Box
              component="li"
              key={lineKey(line)}
              sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}
            >
              <Box
                aria-hidden
                data-swatch
                sx={{
                  width: 28,
                  flex: 'none',
                  borderTop: `3px ${line.dash} ${line.color}`,
                  opacity: isHidden ? 0.3 : 1,
                }}
              />
              <Typography
                sx={{
                  flex: { xs: 1, sm: '0 1 360px' },
                  minWidth: 0,
                  overflowWrap: 'anywhere',
                  color: isHidden ? 'text.secondary' : 'text.primary',
                }}
              >
                {line.name}
                {isRising ? ', increases' : ''}
                {compared === undefined || compared.shift === 0 ? null : (
                  <Typography
                    variant="body2"
                    component="span"
                    sx={{ display: 'block', color: 'text.secondary' }}
                  >
                    {cursor === null
                      ? rangeText(
                          { from: range.from - compared.shift, to: range.to - compared.shift },
                          timeZone,
                        )
                      : formatDateTime(cursor - compared.shift, timeZone, true)}
                  </Typography>
                )}
              </Typography>
              <Typography
                sx={{
                  minWidth: 96,
                  textAlign: 'right',
                  fontVariantNumeric: 'tabular-nums',
                  whiteSpace: 'nowrap',
                }}
              >
                {valueText(line, isHidden ? null : cursor)}
              </Typography>
              {compared === undefined ? (
                <>
                  <Toggle
                    label={isHidden ? `Show ${line.name}` : `Hide ${line.name}`}
                    icon={isHidden ? mdiEyeOffOutline : mdiEyeOutline}
                    onClick={() => onToggle('hidden', line.id)}
                  />
                  <Toggle
                    label={
                      isRising ? `Show readings of ${line.name}` : `Show meter increases of ${line.name}`
                    }
                    icon={mdiStairsUp}
                    isOn={isRising}
                    onClick={() => onToggle('rising', line.id)}
                  />
                </>
              ) : null}
              {compared === undefined && removable(line.id) ? (
                <Toggle label={`Remove ${line.name}`} icon={mdiClose} onClick={() => onRemove(line.id)} />
              ) : null}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function valueText(line: ChartLine, cursor: number | null): string {
  if (cursor === null) return line.unit ?? '';
  const value = valueAt(line, cursor);
  if (value === null) return 'no value';
  const number = (line.series.merged ? formatNumber : formatExact)(value);
  return line.unit === null ? number : `${number} ${line.unit}`;
}

const Toggle = ({
  label,
  icon,
  isOn = false,
  onClick,
}: {
  label: string;
  icon: string;
  isOn?: boolean;
  onClick(): void;
}): ReactNode => (
  <Tooltip title={label}>
    <IconButton size="small" aria-label={label} color={isOn ? 'primary' : 'default'} onClick={onClick}>
      <Icon path={icon} />
    </IconButton>
  </Tooltip>
);

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ExplainedPart, ExplainedThreshold } from '@twinward/contracts/protections/protection-preview';
import { type ReactNode, useEffect, useRef } from 'react';
import { type DisplayUnit, shownValue } from '../../../shared/units/display-unit.ts';
import { commonUnit, type MeasuredInput } from '../../../shared/units/logic-units.tsx';
import { useDisplayUnits } from '../../../shared/units/use-display-unit.ts';
import {
  formatCount,
  formatDateTime,
  formatExact,
  formatNumber,
  formatSpan,
} from '../../../ui/format/format.ts';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';

/**
 * Formats the value of a part in the display unit, followed by the unit of the logic if that differs; without a unit,
 * as a calculated number.
 */
export function valueText(
  value: ExplainedPart['value'],
  type: ExplainedPart['type'],
  unit: DisplayUnit | null = null,
): string {
  if (value === null) return 'no value';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (type === 'interval') return formatSpan(value);
  if (unit === null) return formatNumber(value);
  const shown = shownValue(value, unit);
  return unit.convertedFrom === null
    ? shown
    : `${shown} (${[formatExact(value), unit.measured].filter(Boolean).join(' ')} in the logic)`;
}

/** Statistics that have the unit of their input. */
const inUnit = /^\s*(AVERAGE|MIN|MAX)\b/i;

/** The UCUM code of a part's value; null for a plain number. */
export function unitOfPart({ kind, source }: ExplainedPart, inputs: readonly MeasuredInput[]): string | null {
  const isStatistic = kind === 'window-statistic' || kind === 'statistic';
  return kind === 'alias' || (isStatistic && inUnit.test(source)) ? commonUnit(source, inputs) : null;
}

/** Whether a part has information, which constants do not. */
const tells = ({ kind }: ExplainedPart): boolean =>
  kind !== 'number' && kind !== 'boolean' && kind !== 'interval' && kind !== 'null';

function Part({ part, inputs }: { part: ExplainedPart; inputs: readonly MeasuredInput[] }): ReactNode {
  const toDisplayUnit = useDisplayUnits();
  const inner = part.parts.filter(tells);
  const isPlain = part.type === 'statement' && inner.length === 1 && part.kind === 'return';
  const unit = unitOfPart(part, inputs);
  if (isPlain) return <Part part={inner[0]!} inputs={inputs} />;
  return (
    <Box component="li" sx={{ opacity: part.reached ? 1 : 0.6 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline' }}>
        <Box component="code" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          {part.source}
        </Box>
        <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {part.reached
            ? valueText(
                part.value,
                part.type,
                unit === null && part.kind !== 'alias' ? null : toDisplayUnit(unit),
              )
            : 'not reached'}
          {part.points === undefined ? '' : ` of ${formatCount(part.points.length)} points`}
        </Box>
      </Stack>
      {inner.length === 0 ? null : (
        <Box component="ul" sx={{ m: 0, pl: 4, listStyle: 'none', borderLeft: 1, borderColor: 'divider' }}>
          {inner.map((each) => (
            <Part key={`${each.from} ${each.to} ${each.kind}`} part={each} inputs={inputs} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Explains a protection's state at a time: its level, the driving threshold, and the value of each part. */
export function ExplanationView({
  time,
  level,
  driving,
  thresholds,
  explained,
  inputs,
  onClose,
}: {
  time: number;
  /** Null before anything was evaluated. */
  level: number | null;
  /** Index of the driving threshold. */
  driving: number | null;
  thresholds: readonly { name: string; level: number | null }[];
  explained: readonly ExplainedThreshold[];
  inputs: readonly MeasuredInput[];
  onClose(): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const element = useRef<HTMLElement>(null);
  // Scroll into view, since charts and lanes may fill the screen above.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const order = thresholds
    .map((_, index) => index)
    .sort((a, b) => Number(b === driving) - Number(a === driving));
  return (
    <Box component="section" ref={element} aria-label="Explanation" sx={{ pt: 3 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Typography variant="h3">At {formatDateTime(time, timeZone, true)}</Typography>
        <LevelChip level={level} />
        <Typography variant="body2">
          {driving === null
            ? 'The default level: no threshold with a level is in excursion.'
            : `Driven by ${thresholds[driving]?.name ?? ''}.`}
        </Typography>
        <Button onClick={onClose} sx={{ ml: 'auto' }}>
          Close
        </Button>
      </Stack>
      {order.map((index) => {
        const threshold = thresholds[index];
        const one = explained[index];
        if (threshold === undefined || one === undefined) return null;
        return (
          <Box key={index} sx={{ pt: 2 }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {threshold.name}: {valueText(one.value, 'boolean')}
              {one.open ? ', in excursion' : ''}
            </Typography>
            <Box component="ul" sx={{ m: 0, pl: 2, listStyle: 'none' }}>
              {one.parts.map((part) => (
                <Part key={`${part.from} ${part.kind}`} part={part} inputs={inputs} />
              ))}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

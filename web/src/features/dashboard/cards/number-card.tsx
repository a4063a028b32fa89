import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { unitText } from '@twinward/domain/unit-text';
import type { ReactNode } from 'react';
import { useDisplayUnit } from '../../../shared/units/use-display-unit.ts';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { formatCount, formatExact, formatMoney, formatNumber } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { BigNumberTile } from '../../../ui/page/cards/big-number-tile.tsx';
import type { CardProps } from './card-props.ts';
import { buildLink } from './number-link.ts';

/** Width of the sparkline with its gap, in pixels. */
const sparkWidth = 104;

/** A number with its change from the previous range, and a sparkline over the range. */
export function NumberCard({ card, data, title, values }: CardProps<'number'>): ReactNode {
  const { value, previous, spark, unit } = useShown(card, data);
  const timeZone = useTimeZone();
  const to = buildLink(card.source, values, timeZone, data.parameters);
  // Stored values of tags show all digits; calculated numbers are rounded.
  const format = card.source.kind === 'tag' ? formatExact : findFormat(data);
  const hasSpark = spark !== null && spark.times.length > 1;
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'flex-end', gap: 2 }}>
      <BigNumberTile
        title={title}
        value={value}
        format={(number) => `${format(number)}${unit === null ? '' : ` ${unit}`}`}
        subtitle={
          value === null || previous === null ? undefined : (
            <Change data={data} value={value} previous={previous} />
          )
        }
        {...(to === null ? {} : { to })}
        beside={hasSpark ? sparkWidth : 0}
      />
      {hasSpark ? (
        <Box sx={{ '@container card (max-width: 200px)': { display: 'none' } }}>
          <Sparkline label={`${title} over the range`} {...spark} />
        </Box>
      ) : null}
    </Stack>
  );
}

/** The data of the card, with values of tags in the display unit. */
function useShown(
  { source }: CardProps<'number'>['card'],
  { value, previous, spark, unit }: DataByKind<'number'>,
) {
  const { text, convert } = useDisplayUnit(source.kind === 'tag' ? unit : null);
  if (source.kind !== 'tag') return { value, previous, spark, unit: unitText(unit) };
  const shown = (one: number | null) => (one === null ? null : convert(one));
  return {
    value: shown(value),
    previous: shown(previous),
    spark: spark && { ...spark, values: spark.values.map(shown) },
    unit: text,
  };
}

const formats = { count: formatCount, money: formatMoney, number: formatNumber };
const findFormat = ({ format }: DataByKind<'number'>) => formats[format];

function Change({
  data,
  value,
  previous,
}: {
  data: DataByKind<'number'>;
  value: number;
  previous: number;
}): ReactNode {
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {changeText(value, previous, findFormat(data))}
    </Box>
  );
}

/** Describes a change: a symbol, the difference, and its percentage of the previous value. */
export function changeText(value: number, previous: number, format: (value: number) => string): string {
  const change = value - previous;
  if (change === 0) return 'No change';
  const share =
    previous === 0
      ? ''
      : ` (${change > 0 ? '+' : '−'}${formatNumber(Math.round(Math.abs(change / previous) * 1000) / 10)} %)`;
  return `${change > 0 ? '▲' : '▼'} ${format(Math.abs(change))}${share} from ${format(previous)}`;
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { explorePath } from '../../../shared/address/paths.ts';
import { ShownAnnotations } from '../../../shared/annotation/annotated.tsx';
import { convertSeries } from '../../../shared/units/display-unit.ts';
import { useDisplayUnit } from '../../../shared/units/use-display-unit.ts';
import { useLimits } from '../../../shared/units/use-limits.ts';
import { excursionBands, levelSpans } from '../../../ui/chart/bands.ts';
import { plotFrame } from '../../../ui/chart/plot.ts';
import { PointsView } from '../../../ui/chart/points-view.tsx';
import { toChartSeries } from '../../../ui/chart/series.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { TextLink } from '../../../ui/page/text-link.tsx';
import type { CardProps } from './card-props.ts';

/** Height of the line below the chart, in pixels. */
const belowChart = 36;

/** A tag over the range of the dashboard, with the thresholds and excursions of a protection. */
export function TrendCard({ card, data, title, height }: CardProps<'trend'>): ReactNode {
  const [measure, width] = useElementWidth();
  const [cursor, setCursor] = useState<number | null>(null);
  const [isTable, setIsTable] = useState(false);
  const { tag, from, to, protection, units } = data;
  const range = useMemo(() => ({ from, to }), [from, to]);
  const shown = useDisplayUnit(tag.unit);
  const findLimits = useLimits(units);
  const limits = useMemo(
    () => (protection ? findLimits([protection], tag.id, shown) : []),
    [protection, findLimits, tag.id, shown],
  );
  const series = useMemo(() => convertSeries(toChartSeries(data.series), shown), [data.series, shown]);
  const bands = useMemo(() => excursionBands(levelSpans(data.excursions)), [data.excursions]);
  const frame = useMemo(() => plotFrame(width, limits.length > 0), [width, limits.length]);
  return (
    <Box ref={measure}>
      {width === 0 ? null : (
        <ShownAnnotations twinId={data.twinId} tagId={tag.id} range={range}>
          <PointsView
            name={title}
            tagId={tag.id}
            unit={shown.text}
            points={{ data: series, error: null, refetch: never, isPlaceholderData: false }}
            view={isTable ? 'table' : 'chart'}
            range={range}
            limits={limits}
            bands={bands}
            frame={frame}
            height={Math.max(120, height - belowChart)}
            cursor={cursor}
            wheelNeedsFocus
            onCursor={setCursor}
            onRange={() => undefined}
          />
        </ShownAnnotations>
      )}
      <Button size="small" onClick={() => setIsTable(!isTable)}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
      {data.twinId === null ? null : (
        <TextLink to={explorePath(data.twinId, card.tagId)} variant="body2">
          Explore
        </TextLink>
      )}
    </Box>
  );
}

/** No refetch, since the points are part of the card's data. */
const never = (): never => {
  throw new Error('The card reads its points.');
};

import { keepPreviousData } from '@tanstack/react-query';
import type { getLevelSpans } from '@twinward/contracts/protections/excursion-span';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { noRange, useDrawnRange } from '../../../ui/chart/use-drawn-range.ts';

/** The level of a protection over a range with a margin on either side, merged to the resolution of a chart. */
export function useLevelSpans(protectionId: number, range: Range, frame: PlotFrame, latest: number) {
  const drawn = useDrawnRange(range, frame);
  return useApiQuery<typeof getLevelSpans>(
    ['levels', { protectionId, latest, ...drawn }],
    'GET /api/indicators/:id/levels/spans',
    { params: { id: protectionId }, query: { until: String(latest), ...(drawn ?? noRange) } },
    { placeholderData: keepPreviousData, enabled: drawn !== null },
  );
}

import { keepPreviousData } from '@tanstack/react-query';
import type { getLevelSpans } from '@twinward/contracts/protections/excursion-span';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { type PlotFrame, plotWidth } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { choosePoints } from '../../../ui/chart/resolution.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';

const mostColumns = 4000;

/** The level of a protection over a range with a margin on either side, merged to the resolution of a chart. */
export function useLevelSpans(protectionId: number, range: Range, frame: PlotFrame, latest: number) {
  const request = useSettled(frame.width > 0 ? choosePoints(range, plotWidth(frame)) : null);
  return useApiQuery<typeof getLevelSpans>(
    ['levels', { protectionId, latest, ...request }],
    'GET /api/indicators/:id/levels/spans',
    {
      params: { id: protectionId },
      query: {
        from: String(request?.from),
        to: String(request?.to),
        until: String(latest),
        columns: String(Math.min(mostColumns, request?.buckets ?? 1)),
      },
    },
    { placeholderData: keepPreviousData, enabled: request !== null },
  );
}

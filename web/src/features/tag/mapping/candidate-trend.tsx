import type { getPoints } from '@twinward/contracts/signals/data-point';
import type { Suggestion } from '@twinward/contracts/twins/mapping';
import { DAY } from '@twinward/domain/duration';
import { createConverter, inputConversion } from '@twinward/domain/units/conversion';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { LatestValue } from '../../../shared/units/latest-value.tsx';
import { useUnitsByCode } from '../../../shared/units/use-display-unit.ts';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';

const month = 30 * DAY;
const buckets = 48;

/** The latest value of a suggested tag, and a sparkline of the last 30 days, both in the input's unit. */
export function CandidateTrend({
  suggestion,
  inputUnit,
}: {
  suggestion: Suggestion;
  /** UCUM code; null for the tag's own unit, or if the tag can't be converted to the input's unit. */
  inputUnit: string | null;
}): ReactNode {
  const { tagId, name, latestTime } = suggestion;
  const units = useUnitsByCode();
  const code = inputUnit ?? suggestion.unit;
  const conversion = inputConversion(suggestion.unit, code, units);
  const latestValue =
    suggestion.latestValue === null || conversion === null
      ? null
      : createConverter(conversion)(suggestion.latestValue);
  const to = latestTime === null ? null : Date.parse(latestTime) + 1;
  const points = useApiQuery<typeof getPoints>(
    ['data-points', { tagId, trendTo: to, unit: inputUnit }],
    'GET /api/tags/:id/data-points',
    {
      params: { id: tagId },
      query: {
        from: String(Math.max(0, to! - month)),
        to: String(to),
        buckets: String(buckets),
        ...(inputUnit === null ? {} : { unit: inputUnit }),
      },
    },
    { enabled: to !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  if (to === null) return 'No points';
  const found = points.data?.points ?? points.data?.buckets;
  const values = found === undefined ? [] : 'mean' in found ? found.mean : found.values;
  return (
    <>
      <Sparkline label={`The last 30 days of ${name}`} times={found?.times ?? []} values={values} />
      <LatestValue value={latestValue} unit={code} />
    </>
  );
}

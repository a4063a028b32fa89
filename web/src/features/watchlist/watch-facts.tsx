import Box from '@mui/material/Box';
import type { Watch } from '@twinward/contracts/advisories/watch';
import type { ReactNode } from 'react';
import { LevelBars } from '../../ui/format/level-chip.tsx';
import { bucketLabel } from '../../ui/format/scales.ts';

/** The number of a twin's protections by level bucket, highest first. */
export function IndicatorCounts({ levels }: { levels: Watch['levels'] }): ReactNode {
  const buckets = levels.buckets.filter(({ count }) => count > 0).reverse();
  if (buckets.length === 0) return <Box component="span">–</Box>;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 3, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {buckets.map((bucket) => (
        <Box
          key={bucket.from}
          component="span"
          title={`${bucket.count} at level ${bucketLabel(bucket)}`}
          sx={{ display: 'inline-flex', gap: 1, alignItems: 'baseline' }}
        >
          <LevelBars level={bucket.to} />
          {bucket.count}
          <span className="visually-hidden">{` at level ${bucketLabel(bucket)}`}</span>
        </Box>
      ))}
    </Box>
  );
}

/** The number of a twin's advisories by state. */
export const advisoriesText = (advisories: Watch['advisories']): string =>
  advisories
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');

import Box from '@mui/material/Box';
import type { TwinLevels } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from './format.ts';
import { LevelBars } from './level-chip.tsx';
import { bucketLabel } from './scales.ts';

/** Counts per level bucket, the highest first, and the count without a current level. Each links to its list. */
export function LevelBuckets({
  label,
  levels,
  silent,
  to,
}: {
  /** Accessible name: the counted items. */
  label: string;
  levels: Pick<TwinLevels, 'buckets' | 'unknown'>;
  /** Count of items without recent data, and the link to their list. */
  silent?: { count: number; to: string };
  /** Link to the list of a level: `751-1000`, or `none` for items that were never evaluated. */
  to: (level: string) => string;
}): ReactNode {
  const buckets = levels.buckets.map((bucket) => ({
    name: `Level ${bucketLabel(bucket)}`,
    level: bucket.to as number | null,
    to: to(`${bucket.from}-${bucket.to}`),
    count: bucket.count,
  }));
  const worstFirst = [
    ...buckets.reverse(),
    ...(levels.unknown > 0
      ? [{ name: 'Not evaluated', level: null, to: to('none'), count: levels.unknown }]
      : []),
    ...(silent && silent.count > 0 ? [{ name: 'Silent', level: null, ...silent }] : []),
  ];
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        mx: -3,
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: `repeat(${worstFirst.length}, 1fr)` },
        borderBlock: 1,
        borderColor: 'divider',
      }}
    >
      {worstFirst.map((bucket) => (
        <Box
          key={bucket.name}
          component="li"
          sx={{ '& + &': { borderLeft: { sm: 1 }, borderColor: { sm: 'divider' } } }}
        >
          <Box
            component={Link}
            to={bucket.to}
            sx={{
              display: 'block',
              px: 3,
              py: 2,
              color: needsAttention(bucket) ? 'text.primary' : 'text.secondary',
              textDecoration: 'none',
              '&:hover': { bgcolor: 'action.hover' },
              '&:focus-visible': { outlineOffset: -2 },
            }}
          >
            <Box
              sx={{ fontSize: '1.25rem', fontWeight: needsAttention(bucket) ? 600 : 400, lineHeight: 1.4 }}
            >
              {formatCount(bucket.count)}
            </Box>
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.5,
                fontSize: '0.8125rem',
                color: 'text.secondary',
              }}
            >
              <LevelBars level={bucket.level} muted={bucket.count === 0} />
              {bucket.name}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const needsAttention = ({ level, count }: { level: number | null; count: number }): boolean =>
  count > 0 && level !== null && level > 0;

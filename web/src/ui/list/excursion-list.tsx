import Box from '@mui/material/Box';
import type { Excursion } from '@twinward/contracts/protections/protection';
import type { ReactNode } from 'react';
import { excursionLength } from '../format/excursion.ts';
import { formatCount } from '../format/format.ts';
import { LevelChip } from '../format/level-chip.tsx';
import { Time } from '../format/time.tsx';
import { TextLink } from '../page/text-link.tsx';

/** Short excursions that are merged into one line. */
interface Folded {
  count: number;
  /** Start of the oldest one, ISO 8601. */
  from: string;
}

/** Excursions as lines: level, threshold, twin, start and duration. */
export function ExcursionList({
  excursions,
  to,
  label,
  withAsset = false,
  folded,
}: {
  excursions: readonly Excursion[];
  /** Link to an excursion. */
  to: (excursion: Excursion) => string;
  label: string;
  withAsset?: boolean;
  /** Merged excursions by the id of the excursion that is shown. */
  folded?: ReadonlyMap<number, Folded>;
}): ReactNode {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {excursions.map((excursion) => (
        <Box
          key={excursion.id}
          component="li"
          sx={{
            display: 'grid',
            gridTemplateColumns: '56px minmax(0, 1fr) auto',
            columnGap: 3,
            alignItems: 'baseline',
            py: 1.5,
            borderBottom: 1,
            borderColor: 'divider',
            fontSize: '0.8125rem',
          }}
        >
          {excursion.level === null ? (
            <span>–</span>
          ) : (
            <LevelChip level={excursion.level} muted={excursion.end !== null} />
          )}
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <TextLink
              to={to(excursion)}
              color="inherit"
              sx={{ fontWeight: excursion.end === null ? 600 : 400 }}
            >
              {withAsset ? `${excursion.assetName}: ${excursion.thresholdName}` : excursion.thresholdName}
            </TextLink>
            <Box sx={{ color: 'text.secondary' }}>{excursion.protectionName}</Box>
          </Box>
          <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
            <Time value={excursion.start} />
            <Box sx={{ color: 'text.secondary' }}>
              <Length excursion={excursion} folded={folded?.get(excursion.id)} />
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Length({ excursion, folded }: { excursion: Excursion; folded: Folded | undefined }): ReactNode {
  if (folded === undefined || folded.count === 1) return excursionLength(excursion);
  return (
    <Box component="span" sx={{ whiteSpace: 'normal' }}>
      {formatCount(folded.count)} short excursions since <Time value={folded.from} />
    </Box>
  );
}

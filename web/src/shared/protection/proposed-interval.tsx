import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { TagRhythm } from '@twinward/contracts/signals/rhythm';
import type { ReactNode } from 'react';
import { formatCount, formatDuration, formatSpan } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { useTagRhythm } from '../api/queries/use-tag-rhythm.ts';

type Proposal = NonNullable<TagRhythm['proposal']>;

/** Proposes an expected interval based on the past points of a tag, with its basis and a button that applies it. */
export function ProposedInterval({
  alias,
  tagId,
  onApply,
}: {
  alias: string;
  tagId: number;
  onApply(proposal: Pick<Proposal, 'expectedInterval' | 'tolerance'>): void;
}): ReactNode {
  const { data: rhythm } = useTagRhythm(tagId);
  if (rhythm === undefined) return null;
  const { proposal, gaps, usual, from, to } = rhythm;
  if (proposal === null || usual === null) {
    return (
      <Basis>This input is never marked as stale. There are too few points to propose an interval.</Basis>
    );
  }
  const { expectedInterval, tolerance, longer } = proposal;
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Basis>
        Without an interval, this input is never marked as stale. Of the last {formatCount(gaps)} gaps between
        points (
        <Time value={from} /> to <Time value={to} />
        ), 99 % are at most {usual < 1000 ? `${usual} ms` : formatSpan(usual)};{' '}
        {longer === 0 ? 'none is' : `${formatCount(longer)} ${longer === 1 ? 'is' : 'are'}`} longer than the
        interval and tolerance below.
      </Basis>
      <Button
        aria-label={`Use the proposed interval of ${alias}`}
        onClick={() => onApply({ expectedInterval, tolerance })}
      >
        Use {formatDuration(expectedInterval)}, tolerance {formatDuration(tolerance)}
      </Button>
    </Stack>
  );
}

const Basis = ({ children }: { children: ReactNode }): ReactNode => <Muted>{children}</Muted>;

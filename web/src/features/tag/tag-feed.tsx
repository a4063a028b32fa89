import Typography from '@mui/material/Typography';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useMemo } from 'react';
import { useTagFeed } from '../../shared/api/queries/use-tag-feed.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { formatDateTime, formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

const useFeed = (tag: Tag) => useTagFeed(tag.id, tag.connectionGroupId != null).data ?? null;

/** Shows the connection and source that feed a tag, and its latest point. Renders nothing without a connection. */
export function TagFeed({ tag }: { tag: Tag }): ReactNode {
  const feed = useFeed(tag);
  const opensConnections = useAccess('connections');
  if (feed === null) return null;
  const { connectionId, connectionName, source, factor, offset, lastTime } = feed;
  const scale = factor === 1 && offset === 0 ? '' : `, as ${scaled(factor, offset)}`;
  return (
    <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere', pb: 2 }}>
      From{' '}
      {opensConnections ? (
        <TextLink to={`/settings/connections/${connectionId}`}>{connectionName}</TextLink>
      ) : (
        connectionName
      )}
      , source {source}
      {scale}. Latest point: <Time value={lastTime} none="none yet" />.
    </Typography>
  );
}

const scaled = (factor: number, offset: number): string =>
  `${formatExact(factor)} × value${offset === 0 ? '' : ` ${offset < 0 ? '−' : '+'} ${formatExact(Math.abs(offset))}`}`;

/** The unrecorded ranges of a tag within the visible range. */
export function useGaps(tag: Tag, range: Range): Range[] {
  const feed = useFeed(tag);
  return useMemo(
    () =>
      (feed?.gaps ?? [])
        .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
        .filter(({ from, to }) => from < range.to && to > range.from),
    [feed, range],
  );
}

/** Maximum number of gaps listed as text; the chart shows all as columns. */
const mostNamed = 5;

export function GapList({ gaps }: { gaps: readonly Range[] }): ReactNode {
  const timeZone = useTimeZone();
  if (gaps.length === 0) return null;
  const named = gaps
    .slice(0, mostNamed)
    .map(({ from, to }) => `${formatDateTime(from, timeZone)} to ${formatDateTime(to, timeZone)}`);
  const more = gaps.length - named.length;
  return (
    <Muted>
      Not recorded: {named.join('; ')}
      {more > 0 ? `; and ${more} more` : ''}.
    </Muted>
  );
}

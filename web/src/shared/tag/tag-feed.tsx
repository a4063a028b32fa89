import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TagFeed } from '@twinward/contracts/connections/intake';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTagFeed } from '../api/queries/use-tag-feed.ts';
import { useAccess } from '../session/session-context.tsx';

/** The source of a tag's points, their age, and permanent gaps in its history. */
export function TagFeedFacts({ tagId }: { tagId: number }): ReactNode {
  const maySeeConnections = useAccess('connections');
  return (
    <Loaded query={useTagFeed(tagId)} rows={3} fallback="The feed of the tag could not be loaded.">
      {(feed) =>
        feed === null ? (
          <EmptyState title="Not fed by a connection." />
        ) : (
          <Facts
            facts={[
              [
                'Fed by',
                maySeeConnections ? (
                  <TextLink key="connection" to={`/settings/connections/${feed.connectionId}`}>
                    {feed.connectionName}
                  </TextLink>
                ) : (
                  feed.connectionName
                ),
              ],
              ['Source', feed.source],
              ...(feed.factor === 1 && feed.offset === 0
                ? []
                : [
                    [
                      'Value',
                      `${formatExact(feed.factor)} × delivered + ${formatExact(feed.offset)}`,
                    ] as const,
                  ]),
              ['Latest point', <Time key="time" value={feed.lastTime} none="None yet" />],
              ['Not recorded', <Gaps key="gaps" gaps={feed.gaps} />],
            ]}
          />
        )
      }
    </Loaded>
  );
}

/** Ranges for which the other system has no history. */
function Gaps({ gaps }: Pick<TagFeed, 'gaps'>): ReactNode {
  if (gaps.length === 0) return <Typography variant="body2">No known gaps.</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, pl: 4 }}>
      {gaps.map(({ from, to }) => (
        <li key={from}>
          <Time value={from} /> to <Time value={to} />
        </li>
      ))}
    </Box>
  );
}

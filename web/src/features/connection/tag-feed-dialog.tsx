import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { TagFeed } from '@twinward/contracts/connections/intake';
import type { ReactNode } from 'react';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTagFeed } from './api/sources.ts';

/** Where a tag gets its points, and what of its history is missing for good. */
export function TagFeedDialog({ tagId, onClose }: { tagId: number; onClose: () => void }): ReactNode {
  const maySeeTags = useAccess('apps');
  return (
    <AppDialog title="Feed of a tag" onClose={onClose}>
      {maySeeTags ? (
        <Shown tagId={tagId} />
      ) : (
        <EmptyState title="You do not have sufficient privileges to see tags." />
      )}
    </AppDialog>
  );
}

function Shown({ tagId }: { tagId: number }): ReactNode {
  const tag = useTag(tagId);
  const feed = useTagFeed(tagId);
  return (
    <Loaded query={tag} fallback="The tag could not be loaded.">
      {({ name, assetIds: [assetId] }) => (
        <Loaded query={feed} fallback="The feed could not be loaded.">
          {(found) =>
            found === null ? (
              <EmptyState title="No connection feeds it." />
            ) : (
              <Stack spacing={4}>
                <Facts
                  facts={[
                    [
                      'Tag',
                      assetId === undefined ? (
                        name
                      ) : (
                        <TextLink key="tag" to={`/apps/assets/${assetId}/tags/${tagId}`}>
                          {name}
                        </TextLink>
                      ),
                    ],
                    ['Source', found.source],
                    ['Value', `${formatExact(found.factor)} × delivered + ${formatExact(found.offset)}`],
                    ['Latest point', <Time key="time" value={found.lastTime} none="None yet" />],
                  ]}
                />
                <Gaps gaps={found.gaps} />
              </Stack>
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

const Gaps = ({ gaps }: Pick<TagFeed, 'gaps'>): ReactNode => (
  <Section title="Not recorded">
    {gaps.length === 0 ? (
      'No gaps are known.'
    ) : (
      <Box component="ul" sx={{ m: 0, pl: 5 }}>
        {gaps.map(({ from, to }) => (
          <li key={from}>
            <Time value={from} /> to <Time value={to} />
          </li>
        ))}
      </Box>
    )}
  </Section>
);

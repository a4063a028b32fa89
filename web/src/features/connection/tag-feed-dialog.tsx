import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { TagFeedFacts } from '../../shared/tag/tag-feed.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** Shows the source of a tag's points, with a link to the tag. */
export function TagFeedDialog({ tagId, onClose }: { tagId: number; onClose: () => void }): ReactNode {
  const maySeeTags = useAccess('apps');
  return (
    <AppDialog title="Feed of a tag" onClose={onClose}>
      {maySeeTags ? (
        <Stack spacing={3}>
          <TagLink tagId={tagId} />
          <TagFeedFacts tagId={tagId} />
        </Stack>
      ) : (
        <EmptyState title="You do not have sufficient privileges to see tags." />
      )}
    </AppDialog>
  );
}

/** The name of a tag, with a link to it on the page of its asset. */
function TagLink({ tagId }: { tagId: number }): ReactNode {
  return (
    <Loaded query={useTag(tagId)} rows={1} fallback="The tag could not be loaded.">
      {({ name, assetIds: [assetId] }) =>
        assetId === undefined ? (
          name
        ) : (
          <TextLink to={`/apps/assets/${assetId}/tags/${tagId}`}>{name}</TextLink>
        )
      }
    </Loaded>
  );
}

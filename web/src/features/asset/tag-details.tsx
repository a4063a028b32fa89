import { mdiDeleteOutline, mdiPencilOutline } from '@mdi/js';
import Stack from '@mui/material/Stack';
import type { Tag } from '@twinward/contracts/signals/tag';
import { unitText } from '@twinward/domain/unit-text';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { explorePath } from '../../shared/address/paths.ts';
import { isUnknown } from '../../shared/address/unknown-record.tsx';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { RelatedRecords } from '../../shared/link/related-records.tsx';
import { FurtherFacts } from '../../shared/record/further-facts.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { DeleteTag } from '../../shared/tag/delete-tag.tsx';
import { TagDialog } from '../../shared/tag/tag-dialog.tsx';
import { TagFeedFacts } from '../../shared/tag/tag-feed.tsx';
import { LatestValue } from '../../shared/units/latest-value.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { assetTagsPath } from './asset-paths.ts';

/** Details of one of an asset's tags, its latest value first. */
export function TagDetails({
  tagId,
  assetId,
  twinId,
}: {
  tagId: number;
  assetId: number;
  twinId: number | null;
}): ReactNode {
  const tag = useTag(tagId);
  const mayWrite = useAccess('write:tag');
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null);
  const navigate = useNavigate();
  const close = () => setDoing(null);
  if (isUnknown(tag.error)) return <EmptyState title="Tag not found." />;
  return (
    <Section
      title={tag.data?.name ?? 'Tag'}
      aside={
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          {twinId === null || tag.data?.type === 'work' ? (
            <TextLink to={assetTagsPath(assetId)}>Close</TextLink>
          ) : (
            <TextLink to={explorePath(twinId, tagId)}>Explore</TextLink>
          )}
          {mayWrite && tag.data ? (
            <ActionsMenu
              label={`Actions for ${tag.data.name}`}
              actions={[
                { label: 'Edit tag', icon: mdiPencilOutline, onChoose: () => setDoing('edit') },
                { label: 'Delete tag', icon: mdiDeleteOutline, onChoose: () => setDoing('delete') },
              ]}
            />
          ) : null}
        </Stack>
      }
    >
      <Loaded query={tag} rows={6} fallback="The tag could not be loaded.">
        {(data) => (
          <>
            <Facts facts={tagFacts(data)} />
            {data.connectionId === null ? null : <TagFeedFacts tagId={data.id} />}
            <FurtherFacts type="tag" record={data} />
            <RelatedRecords type="tag" id={data.id} />
          </>
        )}
      </Loaded>
      {doing === 'edit' && tag.data ? (
        <TagDialog tag={tag.data} assetIds={tag.data.assetIds} onClose={close} />
      ) : null}
      {doing === 'delete' && tag.data ? (
        <DeleteTag
          id={tagId}
          name={tag.data.name}
          onDeleted={() => void navigate(assetTagsPath(assetId))}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}

function tagFacts(tag: Tag): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [
      'Latest value',
      tag.latestValue === null ? null : <LatestValue key="value" value={tag.latestValue} unit={tag.unit} />,
    ],
    ['At', tag.latestTime === null ? 'No data yet' : <Time key="latest" value={tag.latestTime} />],
    ['Since', tag.oldestTime === null ? null : <Time key="oldest" value={tag.oldestTime} />],
    ['Caption', tag.caption],
    ['Unit', unitText(tag.unit)],
    ['Keywords', tag.keywords.join(', ')],
    ['Source', tag.connectionId === null ? tag.source : null],
    ['Description', tag.description],
  ];
  return facts.filter(([, value]) => value !== null && value !== '');
}

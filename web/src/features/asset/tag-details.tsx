import type { Tag } from '@twinward/contracts/tag';
import type { ReactNode } from 'react';
import { useTag } from '../../app/queries/use-tag.ts';
import { isUnknown } from '../../app/shell/unknown-record.tsx';
import { explorePath } from '../../app/twin-tabs.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { unitText } from '../../ui/unit.ts';
import { assetTagsPath } from './asset-paths.ts';

/** What is known of one of an asset's tags, its latest value first. */
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
  if (isUnknown(tag.error)) return <EmptyState title="There is no such tag." />;
  return (
    <Section
      title={tag.data?.name ?? 'Tag'}
      aside={
        twinId === null || tag.data?.type === 'work' ? (
          <TextLink to={assetTagsPath(assetId)}>Close</TextLink>
        ) : (
          <TextLink to={explorePath(twinId, tagId)}>Explore</TextLink>
        )
      }
    >
      <Loaded query={tag} rows={6} fallback="The tag could not be loaded.">
        {(data) => <Facts facts={factsOf(data)} />}
      </Loaded>
    </Section>
  );
}

function factsOf(tag: Tag): [string, ReactNode][] {
  const unit = unitText(tag.unit);
  const facts: [string, ReactNode][] = [
    [
      'Latest value',
      tag.latestValue === null ? null : [formatNumber(tag.latestValue), unit].filter(Boolean).join(' '),
    ],
    ['At', tag.latestTime === null ? 'No data yet' : <Time key="latest" value={tag.latestTime} />],
    ['Since', tag.oldestTime === null ? null : <Time key="oldest" value={tag.oldestTime} />],
    ['Caption', tag.caption],
    ['Unit', unit],
    ['Keywords', tag.keywords.join(', ')],
    ['Source', tag.source],
    ['Description', tag.description],
  ];
  return facts.filter(([, value]) => value !== null && value !== '');
}

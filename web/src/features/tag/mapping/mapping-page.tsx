import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { bulkMappingPath, tagsPath } from '../../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useTag } from '../../../shared/api/queries/use-tag.ts';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { tagsCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { MappingWorkspace } from './mapping-workspace.tsx';

/**
 * `/apps/twins/:twinId/tags/:tagId?/mapping`: maps the inputs of a twin to tags. With a calculated tag in the URL, maps
 * the tag's own inputs; with another tag, starts at its input.
 */
export function MappingPage(): ReactNode {
  const parameters = useParams();
  const twinId = idIn(parameters.twinId);
  const tagId = parameters.tagId === undefined ? null : idIn(parameters.tagId);
  if (twinId === null || (parameters.tagId !== undefined && tagId === null)) return <UnknownRecord />;
  return <Mapping twinId={twinId} tagId={tagId} />;
}

function Mapping({ twinId, tagId }: { twinId: number; tagId: number | null }): ReactNode {
  const twin = useTwin(twinId);
  const tag = useTag(tagId ?? 0, tagId !== null);
  const ofTwin = useTwinTagAliases(twinId);
  const mayWriteTwins = useAccess('write:twin');
  const mayWriteTags = useAccess('write:tag');
  const isCalculated = tag.data?.type === 'calculated';
  const ofTag = useMemo(() => tag.data?.aliases ?? [], [tag.data]);
  if (isUnknown(twin.error) || isUnknown(tag.error)) return <UnknownRecord />;
  const isReady = tagId === null || tag.data !== undefined;
  const aliases = isCalculated ? ofTag : (ofTwin.data ?? []);
  const mayWrite = isCalculated ? mayWriteTags : mayWriteTwins;
  return (
    <Page
      title={isCalculated ? `Mapping of ${tag.data?.name}` : 'Mapping'}
      breadcrumbs={tagsCrumbs(twinId, twin.data?.assetName)}
      actions={
        mayWriteTwins ? (
          <Stack direction="row">
            <Button component={Link} to={bulkMappingPath}>
              Map many twins
            </Button>
          </Stack>
        ) : undefined
      }
    >
      <Loaded query={ofTwin} rows={10} fallback="The inputs could not be loaded.">
        {() =>
          !isReady ? null : aliases.length === 0 ? (
            <EmptyState
              title="No inputs yet."
              hint="Inputs name the signals that protections and calculations use."
              action={<TextLink to={tagsPath(twinId)}>Go to the tags</TextLink>}
            />
          ) : (
            <MappingWorkspace
              key={isCalculated ? tagId : twinId}
              twinId={twinId}
              aliases={aliases}
              mayWrite={mayWrite}
              beginsAt={isCalculated ? null : tagId}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

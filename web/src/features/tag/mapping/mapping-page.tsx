import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useTag } from '../../../app/queries/use-tag.ts';
import { useTwin } from '../../../app/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../app/queries/use-twin-tag-aliases.ts';
import { useAccess } from '../../../app/session/session-context.tsx';
import { idIn, isUnknown, UnknownRecord } from '../../../app/shell/unknown-record.tsx';
import { bulkMappingPath, tagsPath, twinPath } from '../../../app/twin-tabs.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { MappingWorkspace } from './mapping-workspace.tsx';

/**
 * `/apps/twins/:twinId/tags/:tagId?/mapping`: which tag is behind each input of a twin. With a calculated tag
 * in the address its own inputs; with another tag it begins at the input that has it.
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
      breadcrumbs={[
        { label: 'Twins', to: '/apps/twins' },
        { label: twin.data?.assetName ?? 'Twin', to: twinPath(twinId) },
        { label: 'Tags', to: tagsPath(twinId) },
      ]}
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

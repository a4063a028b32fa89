import Stack from '@mui/material/Stack';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { tagsPath, twinTabs } from '../../shared/address/paths.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { twinsCrumb } from '../../shared/twin/twin-crumbs.ts';
import { TwinState } from '../../shared/twin/twin-state.tsx';
import { Unloaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../ui/feedback/states.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useCalculationInputs } from './api/get-calculation-inputs.ts';
import { CalculatedTags } from './calculated-tags.tsx';
import { CalculationPage } from './calculation/calculation-page.tsx';
import { TwinInputTags } from './twin-input-tags.tsx';

const breadcrumbs = [twinsCrumb];

/**
 * `/apps/twins/:id/tags`: the inputs of a twin and its calculated tags. `?tag=` opens the editor of an existing or new
 * calculated tag.
 */
export function TwinTagsPage(): ReactNode {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const chosen = search.get('tag');
  const twin = useTwin(Number(id));
  const isUnknown = !/^[1-9]\d*$/.test(id) || (twin.error instanceof ApiError && twin.error.status === 404);
  if (isUnknown) return <Navigate to={`/notfound?${new URLSearchParams({ path: pathname })}`} replace />;
  if (twin.data === undefined) {
    return (
      <Page title="Tags" breadcrumbs={breadcrumbs}>
        <Unloaded query={twin} rows={12} fallback="The twin could not be loaded." />
      </Page>
    );
  }
  return chosen === null ? (
    <TagLists twin={twin.data} />
  ) : (
    <Calculation key={chosen} twin={twin.data} tagId={chosen === 'new' ? null : Number(chosen)} />
  );
}

function TagLists({ twin }: { twin: Twin }): ReactNode {
  const mayWrite = useAccess('write:tag');
  return (
    <Page
      title={twin.assetName}
      breadcrumbs={breadcrumbs}
      state={<TwinState twin={twin} />}
      actions={
        mayWrite ? (
          <AddButton variant="contained" to={`${tagsPath(twin.id)}?tag=new`}>
            New calculated tag
          </AddButton>
        ) : undefined
      }
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twin.id)} />}
    >
      <Stack spacing={6}>
        <CalculatedTags twinId={twin.id} />
        <TwinInputTags twinId={twin.id} />
      </Stack>
    </Page>
  );
}

/** The editor. Waits for its data. */
function Calculation({ twin, tagId }: { twin: Twin; tagId: number | null }): ReactNode {
  const tag = useTag(tagId ?? 0, tagId !== null);
  const ofTwin = useCalculationInputs(twin.id, tagId);
  const error = tag.error ?? ofTwin.error;
  if (ofTwin.data !== undefined && (tagId === null || tag.data !== undefined)) {
    const found = tagId === null ? null : tag.data!;
    if (found === null || found.type === 'calculated') {
      return <CalculationPage twin={twin} tag={found} ofTwin={ofTwin.data} />;
    }
  }
  const way = [...breadcrumbs, { label: twin.assetName, to: tagsPath(twin.id) }];
  return (
    <Page title="Calculated tag" breadcrumbs={way}>
      {error ? (
        <ErrorState
          error={error}
          fallback="The tag could not be loaded."
          onRetry={() => {
            void tag.refetch();
            void ofTwin.refetch();
          }}
        />
      ) : tag.data !== undefined && tag.data.type !== 'calculated' ? (
        <EmptyState
          title={`${tag.data.name} is not a calculated tag.`}
          action={<TextLink to={tagsPath(twin.id)}>Go to the tags</TextLink>}
        />
      ) : (
        <LoadingRows rows={12} />
      )}
    </Page>
  );
}

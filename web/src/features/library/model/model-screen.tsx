import { useQuery } from '@tanstack/react-query';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  libraryPath,
  modelPagePath,
  modelPages,
  modelPath,
  modelsPath,
} from '../../../shared/address/library-paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { LinkTabs } from '../../../ui/page/link-tabs.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { modelQuery } from '../api/models.ts';
import { ModelActions } from './model-actions.tsx';
import { ModelState } from './model-state.tsx';
import { type ModelDraft, useModelDraft } from './use-model-draft.ts';

const breadcrumbs = [
  { label: 'Twin library', to: libraryPath },
  { label: 'Twin models', to: modelsPath },
];

const pageLabels: Record<(typeof modelPages)[number], string> = {
  details: 'Details',
  risk: 'Risk',
  protection: 'Protections',
  activities: 'Activities',
  tags: 'Tags',
  performance: 'Performance',
};

/**
 * Frame of every page of a model: title, version and tabs. Shows the version in `?version=`, else the draft, else the
 * newest published version. Only the draft can be edited, or the newest version, whose changes create a draft.
 */
export function ModelScreen({ children }: { children: (draft: ModelDraft) => ReactNode }): ReactNode {
  const modelId = idIn(useParams().modelId);
  const [search] = useSearchParams();
  return modelId === null ? (
    <UnknownRecord />
  ) : (
    <KnownModel key={modelId} modelId={modelId} versionId={idIn(search.get('version') ?? undefined)}>
      {children}
    </KnownModel>
  );
}

function KnownModel({
  modelId,
  versionId,
  children,
}: {
  modelId: number;
  versionId: number | null;
  children: (draft: ModelDraft) => ReactNode;
}): ReactNode {
  const newest = useQuery(modelQuery(modelId, null));
  const shownId = versionId ?? newest.data?.draftVersionId ?? newest.data?.versionId ?? null;
  const isNewest = shownId === newest.data?.versionId;
  const other = useQuery({ ...modelQuery(modelId, shownId), enabled: shownId !== null && !isNewest });
  const shown = isNewest ? newest : other;
  const error = newest.error ?? shown.error;
  if (isUnknown(error)) return <UnknownRecord />;
  if (newest.data === undefined || shown.data === undefined) {
    return (
      <Page title={error === null ? '' : 'Twin model'} breadcrumbs={breadcrumbs}>
        {error === null ? (
          <LoadingRows rows={12} />
        ) : (
          <ErrorState
            error={error}
            fallback="The model could not be loaded."
            onRetry={() => {
              void newest.refetch();
              if (!isNewest) void other.refetch();
            }}
          />
        )}
      </Page>
    );
  }
  return (
    <ShownModel model={shown.data} newest={newest.data} versionId={versionId}>
      {children}
    </ShownModel>
  );
}

function ShownModel({
  model,
  newest,
  versionId,
  children,
}: {
  model: TwinModel;
  newest: TwinModel;
  /** The version in the URL. */
  versionId: number | null;
  children: (draft: ModelDraft) => ReactNode;
}): ReactNode {
  const isEdited = model.versionId === (newest.draftVersionId ?? newest.versionId);
  const draft = useModelDraft(model, !(isEdited && model.mayEdit));
  const version = versionId ?? undefined;
  return (
    <Page
      title={model.name}
      breadcrumbs={breadcrumbs}
      state={<ModelState model={model} isNewest={isEdited} />}
      actions={<ModelActions draft={draft} newest={newest} />}
      tabs={
        <LinkTabs
          label="Twin model"
          tabs={[
            { label: 'Versions', to: modelPath(model.id, version) },
            ...modelPages.map((page) => ({
              label: pageLabels[page],
              to: modelPagePath(model.id, page, { versionId: version }),
            })),
          ]}
        />
      }
    >
      {children(draft)}
    </Page>
  );
}

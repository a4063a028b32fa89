import { useQuery } from '@tanstack/react-query';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { libraryPath, modelPath, modelsPath } from '../../shared/address/library-paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { modelQuery } from './api/models.ts';

interface Shown {
  model: TwinModel;
  /** Kept in the URL as `?command=`, so that the page can be left and reopened. */
  commandId: string | null;
  show(commandId: string | null): void;
}

/** Frame of a page that runs a command on the newest version of a model. */
export function CommandPage({
  title,
  children,
}: {
  title: string;
  children: (shown: Shown) => ReactNode;
}): ReactNode {
  const modelId = idIn(useParams().modelId);
  return modelId === null ? (
    <UnknownRecord />
  ) : (
    <OfModel modelId={modelId} title={title}>
      {children}
    </OfModel>
  );
}

function OfModel({
  modelId,
  title,
  children,
}: {
  modelId: number;
  title: string;
  children: (shown: Shown) => ReactNode;
}): ReactNode {
  const query = useQuery(modelQuery(modelId, null));
  const [search, setSearch] = useSearchParams();
  if (isUnknown(query.error)) return <UnknownRecord />;
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: 'Twin library', to: libraryPath },
        { label: 'Twin models', to: modelsPath },
        ...(query.data === undefined ? [] : [{ label: query.data.name, to: modelPath(modelId) }]),
      ]}
    >
      <Loaded query={query} rows={8} fallback="The model could not be loaded.">
        {(model) =>
          children({
            model,
            commandId: search.get('command'),
            show: (commandId) => setSearch(commandId === null ? {} : { command: commandId }),
          })
        }
      </Loaded>
    </Page>
  );
}

import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Unloaded } from '../../ui/feedback/loaded.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { twinTabs } from '../address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../address/unknown-record.tsx';
import { useTwin } from '../api/queries/use-twin.ts';
import { twinsCrumb } from './twin-crumbs.ts';
import { TwinState } from './twin-state.tsx';

const breadcrumbs = [twinsCrumb];

/** Frame of every page of a twin with title, state and tabs. The id is the URL parameter `id` or `twinId`. */
export function TwinScreen({
  actions,
  children,
}: {
  actions?: (twin: Twin) => ReactNode;
  children: (twin: Twin) => ReactNode;
}): ReactNode {
  const parameters = useParams();
  const twinId = idIn(parameters.twinId ?? parameters.id);
  return twinId === null ? (
    <UnknownRecord />
  ) : (
    <KnownTwin key={twinId} twinId={twinId} actions={actions}>
      {children}
    </KnownTwin>
  );
}

function KnownTwin({
  twinId,
  actions,
  children,
}: {
  twinId: number;
  actions: ((twin: Twin) => ReactNode) | undefined;
  children: (twin: Twin) => ReactNode;
}): ReactNode {
  const query = useTwin(twinId);
  const { data: twin } = query;
  if (isUnknown(query.error)) return <UnknownRecord />;
  if (twin === undefined) {
    return (
      <Page title={query.isError ? 'Twin' : ''} breadcrumbs={breadcrumbs}>
        <Unloaded query={query} rows={12} fallback="The twin could not be loaded." />
      </Page>
    );
  }
  return (
    <Page
      title={twin.assetName}
      breadcrumbs={breadcrumbs}
      state={<TwinState twin={twin} />}
      {...(actions === undefined ? {} : { actions: actions(twin) })}
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twin.id)} />}
    >
      {children(twin)}
    </Page>
  );
}

import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useTwin } from '../../app/queries/use-twin.ts';
import { useTwinProtections } from '../../app/queries/use-twin-protections.ts';
import { useAccess } from '../../app/session/session-context.tsx';
import { ImportButton } from '../../app/shell/import-button.tsx';
import { idIn, isUnknown, UnknownRecord } from '../../app/shell/unknown-record.tsx';
import { TwinState } from '../../app/twin/twin-state.tsx';
import { protectionNewPath, twinTabs } from '../../app/twin-tabs.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ProtectionPanels } from './protection-panels.tsx';

/** `/apps/twins/:id/protections`: every protection of a twin, what it says now and when it spoke before. */
export function MonitorPage(): ReactNode {
  const twinId = idIn(useParams().id);
  return twinId === null ? <UnknownRecord /> : <Monitor key={twinId} twinId={twinId} />;
}

function Monitor({ twinId }: { twinId: number }): ReactNode {
  const twin = useTwin(twinId);
  const protections = useTwinProtections(twinId);
  const mayWrite = useAccess('write:protection');
  if (isUnknown(twin.error)) return <UnknownRecord />;
  return (
    <Page
      title={twin.data?.assetName ?? 'Monitor'}
      breadcrumbs={[{ label: 'Twins', to: '/apps/twins' }]}
      state={twin.data ? <TwinState twin={twin.data} /> : null}
      actions={
        <>
          <ImportButton />
          {mayWrite ? (
            <Button variant="contained" component={Link} to={protectionNewPath(twinId)}>
              New protection
            </Button>
          ) : null}
        </>
      }
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twinId)} />}
    >
      <Loaded query={protections} rows={10} fallback="The protections could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState
              title="No protections yet."
              hint="A protection watches the inputs of the twin and raises its level when a threshold is exceeded."
            />
          ) : (
            <ProtectionPanels twinId={twinId} protections={records} />
          )
        }
      </Loaded>
    </Page>
  );
}

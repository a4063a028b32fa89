import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import {
  patternProtectionNewPath,
  protectionNewPath,
  suggestRulePath,
  twinTabs,
} from '../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ProtectionPages } from '../../shared/twin/protection-pages.tsx';
import { twinsCrumb } from '../../shared/twin/twin-crumbs.ts';
import { TwinState } from '../../shared/twin/twin-state.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { ProtectionPanels } from './protection-panels.tsx';

/** `/apps/twins/:id/protections`: the protections of a twin, with their levels and past excursions. */
export function MonitorPage(): ReactNode {
  const twinId = idIn(useParams().id);
  return twinId === null ? <UnknownRecord /> : <Monitor key={twinId} twinId={twinId} />;
}

function Monitor({ twinId }: { twinId: number }): ReactNode {
  const twin = useTwin(twinId);
  const mayWrite = useAccess('write:protection');
  usePageCommands(
    mayWrite
      ? [
          { title: 'New protection', to: protectionNewPath(twinId) },
          { title: 'Suggest a rule', to: suggestRulePath(twinId) },
          { title: 'New pattern protection', to: patternProtectionNewPath(twinId) },
        ]
      : [],
  );
  if (isUnknown(twin.error)) return <UnknownRecord />;
  return (
    <Page
      title={twin.data?.assetName ?? 'Monitor'}
      breadcrumbs={[twinsCrumb]}
      state={twin.data ? <TwinState twin={twin.data} /> : null}
      actions={
        <>
          <ImportButton />
          {mayWrite ? (
            <>
              <Button component={Link} to={suggestRulePath(twinId)}>
                Suggest a rule
              </Button>
              <Button variant="contained" component={Link} to={protectionNewPath(twinId)}>
                New protection
              </Button>
              <ActionsMenu
                label="More protections"
                actions={[{ label: 'New pattern protection', to: patternProtectionNewPath(twinId) }]}
              />
            </>
          ) : null}
        </>
      }
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twinId)} />}
    >
      <ProtectionPages twinId={twinId} rows={10}>
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No protections yet."
              hint="A protection watches the inputs of the twin and raises its level when a threshold is exceeded."
              action={mayWrite ? <TextLink to={suggestRulePath(twinId)}>Suggest a rule</TextLink> : undefined}
            />
          ) : (
            <ProtectionPanels twinId={twinId} protections={records} />
          )
        }
      </ProtectionPages>
    </Page>
  );
}

import type { ReactNode } from 'react';
import { TwinScreen } from '../../shared/twin/twin-screen.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AdvisoriesView } from './advisories-view.tsx';

/** `/apps/advisories`: advisories of all twins. */
export function AdvisoriesPage(): ReactNode {
  return (
    <Page title="Advisories">
      <AdvisoriesView />
    </Page>
  );
}

/** `/apps/twins/:twinId/advisories` */
export function TwinAdvisoriesPage(): ReactNode {
  return <TwinScreen>{(twin) => <AdvisoriesView twinId={twin.id} />}</TwinScreen>;
}

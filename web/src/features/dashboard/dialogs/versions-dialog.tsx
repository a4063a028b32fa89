import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { ReactNode } from 'react';
import { VersionsDialog } from '../../../ui/dialogs/versions-dialog.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { useDashboardVersions, useRestoreVersion } from '../api/dashboards.ts';

export function DashboardVersionsDialog({
  dashboard,
  onClose,
}: {
  dashboard: Dashboard;
  onClose: () => void;
}): ReactNode {
  return (
    <VersionsDialog
      of={dashboard}
      versions={useDashboardVersions(dashboard.id)}
      content={{
        id: 'cards',
        header: 'Cards',
        numeric: true,
        wide: true,
        cell: ({ cardCount }) => formatCount(cardCount),
      }}
      restoring={useRestoreVersion(dashboard)}
      warning="Restores the name and cards of this version. Later versions are kept."
      onClose={onClose}
    />
  );
}

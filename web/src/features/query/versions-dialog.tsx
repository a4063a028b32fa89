import type { Query } from '@twinward/contracts/questions/query';
import type { ReactNode } from 'react';
import { VersionsDialog } from '../../ui/dialogs/versions-dialog.tsx';
import { useRestoreVersion, useVersions } from './api.ts';
import { definitionText } from './edit/draft-texts.ts';

export function QueryVersionsDialog({ query, onClose }: { query: Query; onClose: () => void }): ReactNode {
  return (
    <VersionsDialog
      of={query}
      versions={useVersions(query.id)}
      content={{
        id: 'what',
        header: 'Definition',
        wide: true,
        wraps: true,
        cell: ({ definition }) => definitionText(definition),
      }}
      restoring={useRestoreVersion(query)}
      warning="Restores the name and definition of this version. Later versions are kept."
      onClose={onClose}
    />
  );
}

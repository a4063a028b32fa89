import { lazy, type ReactNode, Suspense } from 'react';
import { useImportDialog } from '../../shared/import/use-import-dialog.ts';
import { useAccess } from '../../shared/session/session-context.tsx';

const ImportDialog = lazy(() =>
  import('../../features/import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

/** Shows the data-import dialog over any page whose address asks for it, to those who may import. */
export function ImportHost(): ReactNode {
  const { open, tagId, close } = useImportDialog();
  const mayImport = useAccess('write:tag');
  if (!open || !mayImport) return null;
  return (
    <Suspense fallback={null}>
      <ImportDialog tagId={tagId} onClose={close} />
    </Suspense>
  );
}

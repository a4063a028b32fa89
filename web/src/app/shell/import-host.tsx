import Box from '@mui/material/Box';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { idIn } from '../../shared/address/unknown-record.tsx';
import { useImportDialog } from '../../shared/import/use-import-dialog.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';

const ImportDialog = lazyComponent(
  async () => (await import('../../features/import/import-dialog.tsx')).ImportDialog,
);

/**
 * Shows the data import dialog over any page if the URL requests it or a file is dropped. Only for users who may
 * import.
 */
export function ImportHost(): ReactNode {
  return useAccess('write:tag') ? <Host /> : null;
}

function Host(): ReactNode {
  const { open, tagId, show, close } = useImportDialog();
  const { pathname } = useLocation();
  const findId = (pattern: string, name: string) => idIn(matchPath(pattern, pathname)?.params[name]);
  const explored = findId('/apps/twins/:twinId/tags/:tagId/*', 'tagId');
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    if (!open) setFile(null);
  }, [open]);
  const isOver = useFileDrop(!open, (dropped) => {
    setFile(dropped);
    show(explored ?? undefined);
  });
  return (
    <>
      {isOver ? <DropHint /> : null}
      {open ? (
        <Suspense fallback={null}>
          <ImportDialog
            tagId={tagId}
            twinId={findId('/apps/twins/:twinId/*', 'twinId')}
            assetId={findId('/apps/assets/:assetId/*', 'assetId')}
            file={file}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Handles files dropped anywhere on the page. @returns whether a file is dragged over the page */
function useFileDrop(enabled: boolean, onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const openFile = useEffectEvent(onFile);
  useEffect(() => {
    if (!enabled) return undefined;
    // Other dialogs have their own file fields.
    const isFree = (event: DragEvent) =>
      !event.defaultPrevented &&
      event.dataTransfer?.types.includes('Files') === true &&
      document.querySelector('[role="dialog"]') === null;
    const over = (event: DragEvent) => {
      if (!isFree(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      if (!isFree(event) || file === undefined) return;
      event.preventDefault();
      openFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [enabled]);
  return enabled && isOver;
}

const DropHint = (): ReactNode => (
  <Box
    aria-hidden
    sx={{
      position: 'fixed',
      inset: 8,
      zIndex: 'modal',
      pointerEvents: 'none',
      display: 'grid',
      placeItems: 'center',
      border: 2,
      borderStyle: 'dashed',
      borderColor: 'primary.main',
      borderRadius: 1,
    }}
  >
    <Box
      sx={{ px: 4, py: 2, bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      Drop the file to import points
    </Box>
  </Box>
);

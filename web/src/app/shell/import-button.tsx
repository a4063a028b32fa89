import { mdiUpload } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useImportDialog } from '../../ui/use-import-dialog.ts';
import { useAccess } from '../session/session-context.tsx';

/** Opens the data-import dialog over the page; shown to those who may import. */
export function ImportButton({ tagId }: { tagId?: number }): ReactNode {
  const { show } = useImportDialog();
  return useAccess('write:tag') ? (
    <Button startIcon={<Icon path={mdiUpload} />} onClick={() => show(tagId)}>
      Import data
    </Button>
  ) : null;
}

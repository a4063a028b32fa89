import { mdiUpload } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { useAccess } from '../session/session-context.tsx';
import { useImportDialog } from './use-import-dialog.ts';

/** Opens the data import dialog. Shown only to users who may import. */
export function ImportButton({ tagId }: { tagId?: number }): ReactNode {
  const { show } = useImportDialog();
  return useAccess('write:tag') ? (
    <Button startIcon={<Icon path={mdiUpload} />} onClick={() => show(tagId)}>
      Import data
    </Button>
  ) : null;
}

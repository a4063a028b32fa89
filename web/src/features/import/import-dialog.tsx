import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ImportCommand } from './import-command.tsx';
import { type ImportDraft, newFile, useNewDraft } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { clearFailedUpload, clearUpload, startUpload, useUpload } from './upload-state.ts';

/**
 * Imports a file of points: choice of the file, matching of its signals, upload, and result. Closing the dialog does
 * not stop the import, but clears errors.
 */
export function ImportDialog({
  tagId = null,
  twinId = null,
  assetId = null,
  file = null,
  onClose,
}: {
  /** The tag of the page behind the dialog. */
  tagId?: number | null;
  twinId?: number | null;
  assetId?: number | null;
  /** A file that was dropped on the page. */
  file?: File | null;
  onClose(): void;
}): ReactNode {
  const upload = useUpload();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [draft, setDraft] = useState<ImportDraft>(useNewDraft());
  const [chosenCommand, setChosenCommand] = useState<string | null>(null);
  const tag = useTag(tagId ?? 0, tagId !== null).data ?? null;
  const place = useMemo(() => ({ twinId, assetId, tag }), [twinId, assetId, tag]);
  const commandId = chosenCommand ?? (upload.status === 'sent' ? upload.commandId : null);
  useEffect(() => clearFailedUpload, []);

  const startAnew = () => {
    clearUpload();
    setChosenCommand(null);
    setDraft((current) => ({ ...current, ...newFile }));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth={draft.file === null || commandId !== null ? 'sm' : 'md'}
      fullScreen={isPhone}
      aria-labelledby="import-title"
    >
      <DialogTitle id="import-title" sx={{ fontSize: '1.25rem' }}>
        Import data
      </DialogTitle>
      {upload.status === 'uploading' ? (
        <>
          <DialogContent dividers>
            <ProgressLine label={`Sending ${upload.fileName}:`} percent={upload.share * 100} />
          </DialogContent>
          <DialogActions>
            <Button onClick={upload.cancel}>Cancel</Button>
            <Button variant="contained" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : commandId !== null ? (
        <ImportCommand
          commandId={commandId}
          isOwn={chosenCommand === null}
          onNew={startAnew}
          onClose={onClose}
        />
      ) : (
        <ImportForm
          draft={draft}
          place={place}
          droppedFile={file}
          error={upload.status === 'failed' ? upload.error : null}
          onDraft={(part) => setDraft((current) => ({ ...current, ...part }))}
          onStart={(chosen) => void startUpload(chosen)}
          onCommand={setChosenCommand}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

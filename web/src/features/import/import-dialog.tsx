import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ImportCommand } from './import-command.tsx';
import { type ImportDraft, ImportForm, useNewDraft, useOpenedTag } from './import-form.tsx';
import { forgetUpload, startUpload, useUpload } from './upload-state.ts';

/**
 * Imports a file of points: choose it, upload it, see the result. Closing the dialog stops nothing.
 *
 * @param tagId the tag of a file of times and values, if the page has one
 */
export function ImportDialog({ tagId, onClose }: { tagId: number | null; onClose(): void }): ReactNode {
  const upload = useUpload();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [draft, setDraft] = useState<ImportDraft>(useNewDraft());
  const [chosenCommand, setChosenCommand] = useState<string | null>(null);
  const openedTag = useOpenedTag(tagId);
  const [isTagTouched, setIsTagTouched] = useState(false);
  const commandId = chosenCommand ?? (upload.status === 'sent' ? upload.commandId : null);

  const change = (part: Partial<ImportDraft>) => {
    if ('tag' in part) setIsTagTouched(true);
    setDraft((current) => ({ ...current, ...part }));
  };
  const startAnew = () => {
    forgetUpload();
    setChosenCommand(null);
    setDraft((current) => ({ ...current, file: null, head: null }));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
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
        <ImportCommand commandId={commandId} onNew={startAnew} onClose={onClose} />
      ) : (
        <ImportForm
          draft={isTagTouched ? draft : { ...draft, tag: openedTag }}
          error={upload.status === 'failed' ? upload.error : null}
          onDraft={change}
          onStart={(chosen) => void startUpload(chosen)}
          onCommand={setChosenCommand}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

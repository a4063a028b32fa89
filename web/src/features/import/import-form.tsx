import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { RecentImports } from '../../shared/import/recent-imports.tsx';
import type { ChosenTag } from '../../shared/pickers/tag-picker.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Upload } from './api/upload-file.ts';
import { type CsvPreview, type DateOrder, previewCsv } from './csv-preview.ts';
import { DateOrderField } from './date-order-field.tsx';
import { PreviewTable } from './preview-table.tsx';
import { isText, readHead } from './read-head.ts';
import { TagField } from './tag-field.tsx';

/** What is chosen and typed so far; kept when an upload fails. */
export interface ImportDraft {
  file: File | null;
  preview: CsvPreview | null;
  timeZone: string;
  /** Null until chosen, where the dates of the file do not tell. */
  dateOrder: DateOrder | null;
  tag: ChosenTag | null;
}

/** The file to import and how to read it; beneath it the imports that went before. */
export function ImportForm({
  draft,
  error,
  onDraft,
  onStart,
  onCommand,
  onClose,
}: {
  draft: ImportDraft;
  /** Why the last upload failed. */
  error: unknown;
  onDraft(change: Partial<ImportDraft>): void;
  onStart(upload: Upload): void;
  onCommand(commandId: string): void;
  onClose(): void;
}): ReactNode {
  const [isChecked, setIsChecked] = useState(false);
  const { file, preview, timeZone, dateOrder, tag } = draft;
  const needsTag = preview?.form === 'pair' || (file !== null && preview === null);
  const tagError = isChecked && preview?.form === 'pair' && tag === null ? 'Required.' : undefined;
  const unreadable = file !== null && preview === null && isText(file.name);

  const choose = async (chosen: File) => {
    const read = isText(chosen.name) ? previewCsv(await readHead(chosen).catch(() => '')) : null;
    onDraft({
      file: chosen,
      preview: read,
      dateOrder: orderOf(read),
    });
    setIsChecked(false);
  };
  const start = () => {
    setIsChecked(true);
    if (file === null || dateOrder === null || (preview?.form === 'pair' && tag === null)) return;
    onStart({ file, options: { timeZone, dateOrder, ...(needsTag && tag ? { tagId: tag.id } : {}) } });
  };

  return (
    <>
      <DialogContent dividers>
        <Stack spacing={4}>
          {error === null ? null : <ErrorState error={error} fallback="The file could not be sent." />}
          <Box>
            <FileDrop label="File of points" file={file} onFile={(chosen) => void choose(chosen)} />
            <Typography variant="body2" sx={{ pt: 1, color: 'text.secondary' }}>
              {isChecked && file === null
                ? 'Please choose a file.'
                : 'Text with columns (csv, tsv, txt) or a workbook (xlsx), also gzipped. Columns: tag, time, value; or time and one for each tag; or time and value.'}
            </Typography>
          </Box>
          {unreadable ? (
            <Alert severity="warning" variant="outlined">
              The first rows hold no columns that could be told apart.
            </Alert>
          ) : null}
          {preview ? <PreviewTable preview={preview} /> : null}
          {file === null ? null : (
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
              {needsTag ? (
                <TagField tag={tag} error={tagError} onTag={(chosen) => onDraft({ tag: chosen })} />
              ) : null}
              <TimeZoneField
                value={timeZone}
                hint="Used when the file has no time zone."
                onChange={(zone) => onDraft({ timeZone: zone })}
              />
              <DateOrderField
                order={dateOrder}
                error={isChecked && dateOrder === null ? 'Required.' : undefined}
                dates={preview?.dates ?? { kind: 'plain' }}
                onOrder={(order) => onDraft({ dateOrder: order })}
              />
            </Box>
          )}
          {file === null ? <RecentImports type="import-data-points" onCommand={onCommand} /> : null}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" onClick={start}>
          Import
        </Button>
      </DialogActions>
    </>
  );
}

/** What the dates of a file tell of their order; null where it must be chosen. */
function orderOf(preview: CsvPreview | null): DateOrder | null {
  if (preview === null || preview.dates.kind === 'plain') return 'ymd';
  return preview.dates.kind === 'order' ? preview.dates.order : null;
}

/** The tag that the dialog was opened for, once its name is known. */
export function useOpenedTag(tagId: number | null): ChosenTag | null {
  const tag = useTag(tagId ?? 0, tagId !== null);
  return tag.data ?? null;
}

export function useNewDraft(): ImportDraft {
  const timeZone = useTimeZone();
  return { file: null, preview: null, timeZone, dateOrder: 'ymd', tag: null };
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo, useState } from 'react';
import { RecentImports } from '../../shared/import/recent-imports.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import type { Upload } from './api/upload-file.ts';
import { ColumnsFields } from './columns-fields.tsx';
import { type CsvReading, type DateOrder, interpretHead } from './csv-preview.ts';
import { FormatFields } from './format-fields.tsx';
import { type ImportDraft, newFile } from './import-draft.ts';
import { PreviewTable } from './preview-table.tsx';
import { isOpen, toImportSignals } from './signals.ts';
import { SignalsTable } from './signals-table.tsx';
import { TargetFields } from './target-fields.tsx';
import { useHead } from './use-head.ts';
import { type ImportPlace, usePlan } from './use-plan.ts';

/** The file to import and its options, with the recent imports below. */
export function ImportForm({
  draft,
  place,
  droppedFile,
  error,
  onDraft,
  onStart,
  onCommand,
  onClose,
}: {
  draft: ImportDraft;
  place: ImportPlace;
  /** A file that was dropped on the page. */
  droppedFile: File | null;
  /** The error of the last upload. */
  error: unknown;
  onDraft(change: Partial<ImportDraft>): void;
  onStart(upload: Upload): void;
  onCommand(commandId: string): void;
  onClose(): void;
}): ReactNode {
  const [isChecked, setIsChecked] = useState(false);
  const [showsOptions, setShowsOptions] = useState(false);
  const { file, head, timeZone, decimalSign, zeroQuality, columns, tag } = draft;
  const reading = useMemo(() => (head ? interpretHead(head, columns) : null), [head, columns]);
  const dateOrder = draft.dateOrder ?? findDateOrder(reading);
  const plan = usePlan(draft, reading, dateOrder, place);
  const hasChosenColumns = Object.keys(columns).length > 0;
  const hasOptions = showsOptions || hasChosenColumns || (reading !== null && reading.form === null);
  const missing = {
    signals: plan.choices.some(isOpen),
    target: plan.target?.type === 'new' && !(plan.target.assetName.trim() && plan.target.uniqueId.trim()),
    dateOrder: dateOrder === null,
    decimalSign: reading?.openNumber != null && decimalSign === null,
    zeroQuality: reading?.hasOpenQuality === true && zeroQuality === null,
  };
  const required = (field: keyof typeof missing) => (isChecked && missing[field] ? 'Required.' : undefined);

  const reader = useHead(droppedFile, {
    onChosen: () => {
      onDraft(newFile);
      setIsChecked(false);
      setShowsOptions(false);
    },
    onRead: onDraft,
  });
  const start = () => {
    setIsChecked(true);
    if (file === null || dateOrder === null || Object.values(missing).includes(true)) return;
    if (reading !== null && reading.form === null) return;
    onStart({
      file,
      columns,
      options: {
        timeZone,
        dateOrder,
        ...(decimalSign ? { decimalSign } : {}),
        ...(zeroQuality ? { zeroQuality } : {}),
        ...(reading === null && tag ? { tagId: tag.id } : {}),
        ...(reading ? { signals: toImportSignals(plan.signals, plan.choices) } : {}),
        ...(reading && plan.target ? { target: plan.target } : {}),
      },
    });
  };

  return (
    <>
      <DialogContent dividers>
        <Stack spacing={4}>
          <ErrorState error={error} fallback="The file could not be sent." />
          <Box>
            <FileDrop label="File of points" file={file} onFile={(chosen) => void reader.choose(chosen)} />
            {file === null ? (
              <Muted sx={{ pt: 1 }}>
                {isChecked
                  ? 'Please choose a file.'
                  : 'Text with columns (csv, tsv, txt) or a workbook (xlsx), also gzipped. Columns: tag, time, value; or time and one for each tag; or time and value.'}
              </Muted>
            ) : null}
          </Box>
          {reader.isReading ? <ProgressLine label="Reading the first rows" percent={null} /> : null}
          {file !== null && head === null ? <NoHead error={reader.error} /> : null}
          {head && reading?.form === null ? <PreviewTable head={head} reading={reading} /> : null}
          {file !== null && hasOptions ? (
            <ColumnsFields
              head={head}
              reading={reading}
              columns={columns}
              onColumns={(chosen) => onDraft({ columns: chosen })}
            />
          ) : null}
          {plan.signals.length > 0 ? (
            <>
              <SignalsTable
                signals={plan.signals}
                choices={plan.choices}
                twinId={place.twinId ?? undefined}
                isChecked={isChecked}
                onChoice={(signal, choice) =>
                  onDraft({ choices: new Map([...draft.choices, [signal.name, choice]]) })
                }
              />
              {plan.offered.length > 0 ? (
                <TargetFields
                  target={plan.target}
                  offered={plan.offered}
                  isChecked={isChecked}
                  onTarget={(target) => onDraft({ target })}
                />
              ) : null}
              <Box component="section" aria-label="What will happen">
                <Typography variant="h3" sx={{ pb: 1 }}>
                  What will happen
                </Typography>
                <Typography>{plan.sentences.join(' ')}</Typography>
              </Box>
            </>
          ) : null}
          {file === null ? null : (
            <FormatFields
              draft={draft}
              reading={reading}
              dateOrder={dateOrder}
              hasOptions={hasOptions}
              findError={required}
              onDraft={onDraft}
            />
          )}
          {file !== null && !hasOptions ? (
            <div>
              <Button onClick={() => setShowsOptions(true)}>Set columns and number format</Button>
            </div>
          ) : null}
          {head && reading && reading.form !== null ? <PreviewTable head={head} reading={reading} /> : null}
          {file === null ? <RecentImports type="import-data-points" onCommand={onCommand} /> : null}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" loading={plan.isPending} onClick={start}>
          Import
        </Button>
      </DialogActions>
    </>
  );
}

/** Why the columns of a file are not known. @param error null if the file could be read */
const NoHead = ({ error }: { error: Error | null }): ReactNode => (
  <Alert severity="warning" variant="outlined">
    {error === null
      ? 'No columns were found in the first rows.'
      : failureMessage(error, 'The first rows could not be read.')}
  </Alert>
);

/** The order of the dates in a file; null if it must be chosen. */
function findDateOrder(reading: CsvReading | null): DateOrder | null {
  if (reading === null || reading.dates.kind === 'plain') return 'ymd';
  return reading.dates.kind === 'order' ? reading.dates.order : null;
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ZeroQuality } from '@twinward/contracts/signals/import';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { RecentImports } from '../../shared/import/recent-imports.tsx';
import { TagField } from '../../shared/pickers/tag-field.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import type { Upload } from './api/upload-file.ts';
import { ChoiceField } from './choice-field.tsx';
import { ColumnsFields } from './columns-fields.tsx';
import { type CsvReading, type DateOrder, interpretHead } from './csv-preview.ts';
import { DateOrderField } from './date-order-field.tsx';
import { type ImportDraft, newFile } from './import-draft.ts';
import { PreviewTable } from './preview-table.tsx';
import { readHead } from './read-head.ts';
import { isOpen, toImportSignals } from './signals.ts';
import { SignalsTable } from './signals-table.tsx';
import { TargetFields } from './target-fields.tsx';
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
  const [isReading, setIsReading] = useState(false);
  const [headError, setHeadError] = useState<Error | null>(null);
  const { file, head, timeZone, decimalSign, zeroQuality, columns, tag } = draft;
  const reading = useMemo(() => (head ? interpretHead(head, columns) : null), [head, columns]);
  const dateOrder = draft.dateOrder ?? findDateOrder(reading);
  const plan = usePlan(draft, reading, dateOrder, place);
  const needsTag = file !== null && reading === null;
  const openNumber = reading?.openNumber ?? null;
  const hasOpenQuality = reading?.hasOpenQuality === true;
  const mayHaveQuality = reading === null || reading.roles.quality !== undefined;
  const hasChosen = Object.keys(columns).length > 0;
  const hasOptions = showsOptions || hasChosen || (reading !== null && reading.form === null);
  const missing = {
    signals: plan.choices.some(isOpen),
    target: plan.target?.type === 'new' && !(plan.target.assetName.trim() && plan.target.uniqueId.trim()),
    dateOrder: dateOrder === null,
    decimalSign: openNumber !== null && decimalSign === null,
    zeroQuality: hasOpenQuality && zeroQuality === null,
  };
  const required = (field: keyof typeof missing) => (isChecked && missing[field] ? 'Required.' : undefined);

  const latest = useRef<File | null>(null);
  const choose = async (chosen: File) => {
    latest.current = chosen;
    onDraft(newFile);
    setIsChecked(false);
    setShowsOptions(false);
    setIsReading(true);
    const read = await readHead(chosen).catch((failure: unknown) => failure as Error);
    // Ignore: another file was chosen in the meantime.
    if (latest.current !== chosen) return;
    setIsReading(false);
    setHeadError(read instanceof Error ? read : null);
    onDraft({ file: chosen, head: read instanceof Error ? null : read });
  };
  const dropped = useRef(false);
  useEffect(() => {
    if (droppedFile === null || dropped.current) return;
    dropped.current = true;
    void choose(droppedFile);
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
        ...(needsTag && tag ? { tagId: tag.id } : {}),
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
            <FileDrop label="File of points" file={file} onFile={(chosen) => void choose(chosen)} />
            {file === null ? (
              <Muted sx={{ pt: 1 }}>
                {isChecked
                  ? 'Please choose a file.'
                  : 'Text with columns (csv, tsv, txt) or a workbook (xlsx), also gzipped. Columns: tag, time, value; or time and one for each tag; or time and value.'}
              </Muted>
            ) : null}
          </Box>
          {isReading ? <ProgressLine label="Reading the first rows" percent={null} /> : null}
          {file !== null && head === null ? (
            <Alert severity="warning" variant="outlined">
              {headError === null
                ? 'No columns were found in the first rows.'
                : failureMessage(headError, 'The first rows could not be read.')}
            </Alert>
          ) : null}
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
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
              {needsTag ? (
                <TagField
                  hint="The file has no tag column."
                  tag={tag}
                  types={['data_point']}
                  onTag={(chosen) => onDraft({ tag: chosen })}
                />
              ) : null}
              <TimeZoneField
                value={timeZone}
                hint="Used when the file has no time zone."
                onChange={(zone) => onDraft({ timeZone: zone })}
              />
              <DateOrderField
                order={dateOrder}
                error={required('dateOrder')}
                dates={reading?.dates ?? { kind: 'plain' }}
                onOrder={(order) => onDraft({ dateOrder: order ?? undefined })}
              />
              {openNumber !== null || hasOptions ? (
                <ChoiceField
                  label="Decimal sign"
                  hint={
                    openNumber === null
                      ? 'For numbers such as 1,000.'
                      : `${openNumber} can be read in two ways.`
                  }
                  error={required('decimalSign')}
                  value={decimalSign}
                  choices={decimalSigns}
                  none={openNumber === null ? 'Detect automatically' : undefined}
                  onChange={(sign) => onDraft({ decimalSign: sign })}
                />
              ) : null}
              {hasOpenQuality || (hasOptions && mayHaveQuality) ? (
                <ChoiceField
                  label="Quality 0 means"
                  hint="Systems use the codes 0, 1 and 2 in two different ways."
                  error={required('zeroQuality')}
                  value={zeroQuality}
                  choices={zeroQualities}
                  none={hasOpenQuality ? undefined : 'Not chosen'}
                  onChange={(quality) => onDraft({ zeroQuality: quality })}
                />
              ) : null}
            </Box>
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

const decimalSigns: readonly { value: DecimalSign; label: string }[] = [
  { value: '.', label: 'Point: 1,000 is one thousand' },
  { value: ',', label: 'Comma: 1,000 is one' },
];

const zeroQualities: readonly { value: ZeroQuality; label: string }[] = [
  { value: 'good', label: 'Good; 1 is uncertain, 2 is bad' },
  { value: 'bad', label: 'Bad, as in OPC DA' },
];

/** The order of the dates in a file; null if it must be chosen. */
function findDateOrder(reading: CsvReading | null): DateOrder | null {
  if (reading === null || reading.dates.kind === 'plain') return 'ymd';
  return reading.dates.kind === 'order' ? reading.dates.order : null;
}

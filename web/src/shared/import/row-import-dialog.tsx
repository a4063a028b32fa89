import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { RowImportResult, RowImportRow } from '@twinward/contracts/core/row-import';
import type { RecordImportResult } from '@twinward/contracts/records/record-import';
import { holdsNumbers } from '@twinward/domain/records/kinds';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { useRenewWhen } from '../api/mutation-effects.ts';
import { isUnfinished, useCancelCommand, useCommand } from '../api/queries/use-command.ts';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { DecimalSignField } from './decimal-sign-field.tsx';
import { RecentImports } from './recent-imports.tsx';
import type { DateOrder, RowImport } from './row-import.ts';
import { RowImportRows } from './row-import-rows.tsx';
import { RowImportState } from './row-import-state.tsx';

/** Imports records: choose a file, check it row by row, then import it. */
export function RowImportDialog<Row extends RowImportRow>({
  kind,
  onClose,
}: {
  kind: RowImport<Row>;
  onClose: () => void;
}): ReactNode {
  const [commandId, setCommandId] = useState<string | null>(null);
  return commandId === null ? (
    <ChooseFile kind={kind} onCommand={setCommandId} onClose={onClose} />
  ) : (
    <Course key={commandId} kind={kind} commandId={commandId} onCommand={setCommandId} onClose={onClose} />
  );
}

function ChooseFile<Row extends RowImportRow>({
  kind,
  onCommand,
  onClose,
}: {
  kind: RowImport<Row>;
  onCommand: (commandId: string) => void;
  onClose: () => void;
}): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [dateOrder, setDateOrder] = useState<DateOrder>('ymd');
  const [decimalSign, setDecimalSign] = useState<DecimalSign | null>(null);
  const check = useMutation({
    mutationFn: (chosen: File) => kind.check(chosen, { dateOrder, decimalSign }),
  });
  const template = useMutation({ mutationFn: kind.downloadTemplate });
  const further = useRecordType(kind.furtherFieldsType ?? '').data?.fields ?? [];
  const hasNumbers = kind.hasNumbers || further.some(holdsNumbers);
  const send = (chosen: File): void => {
    setFile(chosen);
    check.mutate(chosen, { onSuccess: ({ commandId }) => onCommand(commandId) });
  };
  return (
    <AppDialog title={`Import ${kind.records}`} busy={check.isPending} onClose={onClose} maxWidth="md">
      <Stack spacing={4}>
        <ErrorState error={check.error} fallback="The file could not be sent." />
        <ErrorState error={template.error} fallback="The template could not be downloaded." />
        {kind.hasDates ? (
          <SelectField
            label="Date order"
            choices={dateOrders}
            value={dateOrder}
            onChange={(event) => setDateOrder(event.target.value as DateOrder)}
          />
        ) : null}
        {hasNumbers ? <DecimalSignField sign={decimalSign} onSign={setDecimalSign} /> : null}
        <FileDrop
          label={`File of ${kind.records}`}
          file={file}
          onFile={send}
          {...(kind.accept === undefined ? {} : { accept: kind.accept })}
        />
        <Muted>{kind.hint}</Muted>
        <div>
          <Button loading={template.isPending} onClick={() => template.mutate()}>
            Download template
          </Button>
        </div>
        <RecentImports type={kind.type} recordType={kind.recordType} onCommand={onCommand} />
      </Stack>
    </AppDialog>
  );
}

const dateOrders = [
  { value: 'ymd', label: 'Year first, as in 2024-03-02' },
  { value: 'dmy', label: 'Day first: 02/03/2024 is 2 March' },
  { value: 'mdy', label: 'Month first: 02/03/2024 is February 3' },
];

/** The progress and result of a check or an import. */
function Course<Row extends RowImportRow>({
  kind,
  commandId,
  onCommand,
  onClose,
}: {
  kind: RowImport<Row>;
  commandId: string;
  onCommand: (commandId: string | null) => void;
  onClose: () => void;
}): ReactNode {
  const command = useCommand(commandId);
  const cancel = useCancelCommand(commandId);
  const run = useMutation({ mutationFn: () => kind.run(commandId) });
  const { data } = command;
  const result = data?.status === 'done' ? (data.result as RowImportResult | null) : null;
  const hasWritten = data?.finishedAt != null && (data.result as RowImportResult | null)?.dryRun === false;
  useRenewWhen(hasWritten, [kind.renews]);
  const columns =
    data?.status === 'done' || data?.status === 'error'
      ? ((data.result as RecordImportResult | null)?.columns ?? [])
      : [];
  const changes = result ? result.create + result.update : 0;
  const title = `${kind.records[0]!.toUpperCase()}${kind.records.slice(1)} imported`;
  return (
    <AppDialog
      title={result?.dryRun === false ? title : `Import ${kind.records}`}
      onClose={onClose}
      maxWidth="md"
      actions={
        <>
          {data && isUnfinished(data.status) ? (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel import
            </Button>
          ) : (
            <Button onClick={() => onCommand(null)}>Choose another file</Button>
          )}
          {result?.dryRun && changes > 0 ? (
            <Button
              variant="contained"
              loading={run.isPending}
              onClick={() => run.mutate(undefined, { onSuccess: (started) => onCommand(started.commandId) })}
            >
              Import {formatCount(changes)} {kind.nouns[changes === 1 ? 0 : 1]}
            </Button>
          ) : (
            <Button variant="contained" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={3}>
        <ErrorState error={run.error} fallback="The import could not be started." />
        <ErrorState error={cancel.error} fallback="It could not be canceled." />
        <Loaded query={command} fallback="The import could not be found.">
          {(found) => <RowImportState command={found} />}
        </Loaded>
        {kind.mapping && columns.length > 0 && !hasWritten ? (
          <ColumnMapping
            key={commandId}
            mapping={kind.mapping}
            columns={columns}
            commandId={commandId}
            opened={data?.status === 'error'}
            onCommand={onCommand}
          />
        ) : null}
        {data && result ? (
          <RowImportRows kind={kind} commandId={commandId} fileName={data.targetName} result={result} />
        ) : null}
      </Stack>
    </AppDialog>
  );
}

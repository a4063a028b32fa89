import Alert from '@mui/material/Alert';
import type { BenchmarkImportResult } from '@twinward/contracts/assets/benchmark';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import { type ReactNode, useState } from 'react';
import { DecimalSignField } from '../../shared/import/decimal-sign-field.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { useImportBenchmarks } from './api.ts';

/** Imports benchmarks from a file, which is checked as soon as it is chosen. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [decimalSign, setDecimalSign] = useState<DecimalSign | null>(null);
  const importing = useImportBenchmarks();
  const check = (chosen: File, sign: DecimalSign | null): void =>
    importing.mutate({ file: chosen, decimalSign: sign, check: true });
  const result = importing.data;
  const canImport = result?.dryRun === true && result.create + result.update > 0;
  return (
    <FormDialog
      title="Import benchmarks"
      action="Import"
      onSubmit={() => file && importing.mutate({ file, decimalSign, check: false })}
      disabled={file === null || !canImport}
      saving={importing}
      fallback="The file could not be read."
      cancel={null}
      spacing={4}
      py={0}
      maxWidth="md"
      onClose={onClose}
    >
      <DecimalSignField
        sign={decimalSign}
        onSign={(sign) => {
          setDecimalSign(sign);
          if (file) check(file, sign);
        }}
      />
      <FileDrop
        label="File of benchmarks"
        file={file}
        onFile={(chosen) => {
          setFile(chosen);
          check(chosen, decimalSign);
        }}
      />
      {result ? <Result result={result} /> : null}
    </FormDialog>
  );
}

function Result({ result }: { result: BenchmarkImportResult }): ReactNode {
  const { dryRun, create, update, unchanged, error, rows } = result;
  const refused = rows.filter((row) => row.message !== null).slice(0, 100);
  const counts = `${formatCount(create)} new, ${formatCount(update)} changed, ${formatCount(unchanged)} unchanged, ${formatCount(error)} with errors`;
  return (
    <>
      <Alert severity={error > 0 ? 'warning' : 'success'}>
        {dryRun ? `Result of the check: ${counts}.` : `Imported: ${counts}.`}
      </Alert>
      {refused.length === 0 ? null : (
        <DataTable
          label="Rows with an error"
          rows={refused}
          rowKey={(row) => row.line}
          columns={[
            { id: 'line', header: 'Row', width: '72px', cell: (row) => formatCount(row.line) },
            { id: 'taxonomy', header: 'Taxonomy', wide: true, cell: (row) => row.taxonomy },
            { id: 'message', header: 'Message', cell: (row) => row.message },
          ]}
        />
      )}
    </>
  );
}

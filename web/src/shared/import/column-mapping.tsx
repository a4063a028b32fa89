import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { RowImportRow } from '@twinward/contracts/core/row-import';
import type { ImportColumn, ImportMapping } from '@twinward/contracts/records/record-import';
import { type ReactNode, useId, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import type { RowImport } from './row-import.ts';

const notRead = { value: '', label: 'Not imported' };

/** Edits the mapping of the columns of a file to fields, and repeats the check. */
export function ColumnMapping<Row extends RowImportRow>({
  mapping: { targets, recheck },
  columns,
  commandId,
  opened,
  onCommand,
}: {
  mapping: NonNullable<RowImport<Row>['mapping']>;
  columns: readonly ImportColumn[];
  /** The command of the check. */
  commandId: string;
  /** Whether it is initially open. */
  opened: boolean;
  onCommand: (commandId: string) => void;
}): ReactNode {
  const id = useId();
  const [isOpen, setIsOpen] = useState(opened);
  const [chosen, setChosen] = useState<ImportMapping>(() =>
    Object.fromEntries(columns.map(({ heading, column }) => [heading, column])),
  );
  const again = useMutation({ mutationFn: () => recheck(commandId, chosen) });
  const twice = doubled(chosen, targets);
  return (
    <Box component="section" aria-label="Columns">
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<Icon path={isOpen ? mdiChevronUp : mdiChevronDown} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Columns of the file
      </Button>
      {isOpen ? (
        <Box id={id} sx={{ display: 'grid', rowGap: 3, pt: 2 }}>
          <FieldGrid columnGap={4}>
            {columns.map(({ heading, sample }) => (
              <Box key={heading}>
                <SelectField
                  label={heading}
                  choices={[notRead, ...targets]}
                  value={chosen[heading] ?? ''}
                  onChange={({ target }) => setChosen({ ...chosen, [heading]: target.value || null })}
                />
                <Muted noWrap title={sample} sx={{ pt: 0.5 }}>
                  {sample === '' ? 'No value in the first rows' : `Example: ${sample}`}
                </Muted>
              </Box>
            ))}
          </FieldGrid>
          {twice === undefined ? null : (
            <Typography role="alert" variant="body2" color="error">
              Two columns are mapped to {twice}.
            </Typography>
          )}
          <ErrorState error={again.error} fallback="The file could not be checked again." />
          <Button
            variant="outlined"
            sx={{ justifySelf: 'start' }}
            loading={again.isPending}
            disabled={twice !== undefined}
            onClick={() => again.mutate(undefined, { onSuccess: (started) => onCommand(started.commandId) })}
          >
            Check again with these columns
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}

/** The label of a target that is assigned to two columns. */
function doubled(
  mapping: ImportMapping,
  targets: readonly { value: string; label: string }[],
): string | undefined {
  const used = Object.values(mapping).filter((one) => one !== null);
  const twice = used.find((one, place) => used.indexOf(one) !== place);
  return targets.find(({ value }) => value === twice)?.label;
}

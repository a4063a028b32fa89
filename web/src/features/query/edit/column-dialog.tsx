import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { QueryType } from '@twinward/contracts/questions/query';
import { type QueryColumn, queryLengths, timeUnits } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { type PathValue, type Types, valueAt } from '../catalogue.ts';
import { aggregateNames, timeUnitNames } from '../query-words.ts';
import { type ColumnDraft, columnIn, draftOfColumn } from './column-draft.ts';
import { PathField } from './path-field.tsx';

const kinds = [
  { value: 'field', label: 'Show a field' },
  { value: 'group', label: 'Group by a field' },
  { value: 'aggregate', label: 'Add up or count' },
  { value: 'computed', label: 'Calculate from other columns' },
];

/** Adds or edits a column. */
export function ColumnDialog({
  types,
  from,
  others,
  column,
  toName,
  onSave,
  onClose,
}: {
  types: Types;
  from: QueryType;
  /** The other columns, to which a computed column may refer. */
  others: readonly QueryColumn[];
  /** Null for a new column. */
  column: QueryColumn | null;
  toName: (column: QueryColumn) => string;
  onSave: (column: QueryColumn) => void;
  onClose: () => void;
}): ReactNode {
  const form = useDraft(() => draftOfColumn(column));
  const { draft, change } = form;
  const value = valueAt(types, from, draft.path);
  const made = columnIn(draft, value);
  const save = (): void => {
    if (made === null) return;
    onSave(made);
    onClose();
  };
  const needsPath = draft.kind === 'field' || draft.kind === 'group' || draft.aggregate !== 'count';
  return (
    <FormDialog
      title={column === null ? 'Add column' : 'Edit column'}
      action="OK"
      onSubmit={save}
      submitOnEnter
      disabled={made === null}
      onClose={onClose}
    >
      <SelectField label="Column type" choices={kinds} {...form.text('kind')} />
      {draft.kind === 'aggregate' ? (
        <SelectField label="Value" choices={toChoices(aggregateNames)} {...form.text('aggregate')} />
      ) : null}
      {draft.kind === 'computed' ? (
        <Expression draft={draft} others={others} toName={toName} onDraft={change} />
      ) : needsPath ? (
        <PathField
          label="Field"
          types={types}
          from={from}
          path={draft.path}
          onPath={(path) => change({ path })}
        />
      ) : null}
      {draft.kind === 'group' ? <GroupBy draft={draft} value={value} onDraft={change} /> : null}
      {draft.kind === 'aggregate' && draft.aggregate === 'percentile' ? (
        <NumberField label="Percentile" unit="%" {...form.input('percentile')} />
      ) : null}
      <Field
        label="Caption"
        hint="Leave empty to use the caption of the field."
        inputProps={{ maxLength: queryLengths.caption }}
        {...form.text('caption')}
      />
    </FormDialog>
  );
}

interface PartProps {
  draft: ColumnDraft;
  onDraft: (part: Partial<ColumnDraft>) => void;
}

/** Fields for grouping: the part of a time, or the step width of a number. */
function GroupBy({ draft, value, onDraft }: PartProps & { value: PathValue | null }): ReactNode {
  if (value?.kind === 'date' || value?.kind === 'date-time') {
    return (
      <SelectField
        label="By"
        choices={[
          { value: '', label: 'Exact time' },
          ...timeUnits
            .filter((unit) => unit !== 'hour' || value.kind === 'date-time')
            .map((unit) => ({ value: unit, label: timeUnitNames[unit] })),
        ]}
        value={draft.timeUnit}
        onChange={({ target }) => onDraft({ timeUnit: target.value as ColumnDraft['timeUnit'] })}
      />
    );
  }
  if (value === null || ['text', 'boolean', 'reference'].includes(value.kind)) return null;
  return (
    <NumberField
      label="Step width"
      hint="Leave empty to group by each different number."
      {...(value.unit === null ? {} : { unit: value.unit })}
      value={draft.width}
      onChange={(width) => onDraft({ width })}
    />
  );
}

function Expression({
  draft,
  others,
  toName,
  onDraft,
}: PartProps & {
  others: readonly QueryColumn[];
  toName: (column: QueryColumn) => string;
}): ReactNode {
  return (
    <>
      <Field
        label="Expression"
        hint="Arithmetic and comparisons, such as [sum_cost] / [count]. Division by zero gives no value."
        multiline
        minRows={2}
        value={draft.expression}
        onChange={({ target }) => onDraft({ expression: target.value })}
        inputProps={{ maxLength: queryLengths.expression, spellCheck: false }}
        sx={{ fontFamily: 'monospace' }}
      />
      <Stack direction="row" role="group" aria-label="Columns" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {others.map((column) => (
          <Button
            key={column.key}
            variant="outlined"
            title={toName(column)}
            onClick={() => onDraft({ expression: `${draft.expression}[${column.key}]` })}
          >
            [{column.key}]
          </Button>
        ))}
      </Stack>
      <Muted>A calculated column can use the columns before it.</Muted>
    </>
  );
}

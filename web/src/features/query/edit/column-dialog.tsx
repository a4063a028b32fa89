import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { QueryType } from '@twinward/contracts/questions/query';
import {
  type ColumnAggregate,
  type QueryColumn,
  queryLengths,
  timeUnits,
} from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
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
  const [draft, setDraft] = useState<ColumnDraft>(() => draftOfColumn(column));
  const change = (part: Partial<ColumnDraft>): void => setDraft({ ...draft, ...part });
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
      <SelectField
        label="Column type"
        choices={kinds}
        value={draft.kind}
        onChange={({ target }) => change({ kind: target.value as ColumnDraft['kind'] })}
      />
      {draft.kind === 'aggregate' ? (
        <SelectField
          label="Value"
          choices={toChoices(aggregateNames)}
          value={draft.aggregate}
          onChange={({ target }) => change({ aggregate: target.value as ColumnAggregate })}
        />
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
        <NumberField
          label="Percentile"
          unit="%"
          value={draft.percentile}
          onChange={(percentile) => change({ percentile })}
        />
      ) : null}
      <Field
        label="Caption"
        hint="Leave empty to use the caption of the field."
        value={draft.caption}
        onChange={({ target }) => change({ caption: target.value })}
        inputProps={{ maxLength: queryLengths.caption }}
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

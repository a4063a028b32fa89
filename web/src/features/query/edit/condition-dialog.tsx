import type { QueryType } from '@twinward/contracts/questions/query';
import type { QueryFieldFilter, QueryParameter } from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { type PathValue, type Types, valueAt } from '../catalogue.ts';
import { ConditionValue } from './condition-value.tsx';
import { hasValue, listOperators, type Operator, operatorText, toDataType } from './filters.ts';
import { PathField } from './path-field.tsx';

type Value = QueryFieldFilter['value'];

/** Adds or edits a condition: a field, a comparison, and a value or parameter. */
export function ConditionDialog({
  types,
  from,
  parameters,
  condition,
  onSave,
  onClose,
}: {
  types: Types;
  from: QueryType;
  parameters: readonly QueryParameter[];
  /** Null for a new condition. */
  condition: QueryFieldFilter | null;
  onSave: (condition: QueryFieldFilter) => void;
  onClose: () => void;
}): ReactNode {
  const [field, setField] = useState(condition?.field ?? '');
  const [wanted, setOperator] = useState<Operator | null>(condition?.operator ?? null);
  const [value, setValue] = useState<Value>(condition?.value);
  const known = valueAt(types, from, field);
  const operators = known === null ? [] : listOperators(known.kind);
  const operator = operators.find((one) => one === wanted) ?? operators[0] ?? 'EqualTo';
  const made = known === null ? null : conditionIn(field, operator, value, known);
  const save = (): void => {
    if (made === null) return;
    onSave(made);
    onClose();
  };
  return (
    <FormDialog
      title={condition === null ? 'Add condition' : 'Edit condition'}
      action="OK"
      onSubmit={save}
      submitOnEnter
      disabled={made === null}
      onClose={onClose}
    >
      <PathField
        label="Field"
        types={types}
        from={from}
        path={field}
        onPath={(path) => {
          setField(path);
          setValue(undefined);
        }}
      />
      {known === null ? null : (
        <>
          <SelectField
            label="Condition"
            choices={operators.map((one) => ({ value: one, label: operatorText(one, known.kind) }))}
            value={operator}
            onChange={({ target }) => setOperator(target.value as Operator)}
          />
          {hasValue(operator) ? (
            <ConditionValue
              key={`${field} ${operator === 'In'}`}
              known={known}
              parameters={parameters}
              value={value}
              isMany={operator === 'In'}
              onValue={setValue}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Converts a draft to a condition; null if its value is missing. */
function conditionIn(
  field: string,
  operator: Operator,
  value: Value,
  known: PathValue,
): QueryFieldFilter | null {
  const dataType = toDataType(known.kind);
  if (!hasValue(operator)) return { field, operator };
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || isList) {
    if ((operator === 'In') !== isList) return null;
  }
  return { field, operator, value, dataType };
}

import type { FilterValue } from '@twinward/contracts/core/list';
import type { QueryFieldFilter, QueryParameter } from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useState } from 'react';
import { ParameterInput } from '../../../shared/query/parameter-input.tsx';
import { CheckList } from '../../../ui/form/check-list.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { PathValue } from '../catalogue.ts';

type Value = QueryFieldFilter['value'];

/** The kind of parameter for the values of a field. */
export function toParameterKind({ kind }: PathValue): QueryParameter['kind'] {
  switch (kind) {
    case 'text':
    case 'boolean':
    case 'date':
    case 'date-time':
    case 'reference':
      return kind;
    default:
      return 'number';
  }
}

/** Edits the value of a condition: typed, chosen, or from a parameter. */
export function ConditionValue({
  known,
  parameters,
  value,
  isMany,
  onValue,
}: {
  known: PathValue;
  parameters: readonly QueryParameter[];
  value: Value;
  /** Whether the condition takes several values. */
  isMany: boolean;
  onValue: (value: Value) => void;
}): ReactNode {
  const isNamed = typeof value === 'object' && !Array.isArray(value);
  const [isParameter, setIsParameter] = useState(isNamed);
  const kind = toParameterKind(known);
  const fitting = [
    ...parameters
      .filter((one) => one.kind === kind || (kind === 'date-time' && one.kind === 'date'))
      .map(({ name, caption }) => ({ value: name, label: caption })),
    ...(known.recordType === 'user' ? [{ value: 'currentUser', label: 'The user who runs the query' }] : []),
  ];
  return (
    <>
      {fitting.length === 0 ? null : (
        <SelectField
          label="Compared with"
          choices={[
            { value: 'value', label: 'A value' },
            { value: 'parameter', label: 'A parameter' },
          ]}
          value={isParameter ? 'parameter' : 'value'}
          onChange={({ target }) => {
            const next = target.value === 'parameter';
            setIsParameter(next);
            onValue(next ? { parameter: fitting[0]!.value } : undefined);
          }}
        />
      )}
      {isParameter ? (
        <SelectField
          label="Parameter"
          choices={fitting}
          value={isNamed ? value.parameter : ''}
          onChange={({ target }) => onValue({ parameter: target.value })}
        />
      ) : (
        <Typed known={known} isMany={isMany} onValue={onValue} value={isNamed ? undefined : value} />
      )}
    </>
  );
}

function Typed({
  known,
  value,
  isMany,
  onValue,
}: {
  known: PathValue;
  value: FilterValue | FilterValue[] | undefined;
  isMany: boolean;
  onValue: (value: Value) => void;
}): ReactNode {
  const { options } = known;
  if (options !== undefined && options.length > 0) {
    const choices = options.map((option) => ({ value: option.value, label: option.caption }));
    return isMany ? (
      <CheckList
        label="Values"
        choices={choices}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onValue}
      />
    ) : (
      <SelectField
        label="Value"
        choices={[{ value: '', label: 'Choose a value' }, ...choices]}
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) => onValue(target.value)}
      />
    );
  }
  const parameter: QueryParameter = {
    name: 'value',
    caption: isMany ? 'Values' : 'Value',
    kind: toParameterKind(known),
    many: isMany,
    ...(known.recordType === undefined ? {} : { recordType: known.recordType }),
    default: null,
  };
  return (
    <ParameterInput
      parameter={parameter}
      value={value ?? null}
      onChange={(next) => onValue(next ?? undefined)}
    />
  );
}

import Box from '@mui/material/Box';
import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { ChoiceInput } from '../../ui/form/choice-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { type FieldFilter, filterStyle, readFilter, unitText, writeFilter } from './field-filters.ts';
import { FieldInput } from './field-input.tsx';
import { useListItems } from './list-inputs.tsx';

const conditions = [
  { value: 'value', label: 'Matches a value' },
  { value: 'filled', label: 'Is not empty' },
  { value: 'empty', label: 'Is empty' },
];

/** Creates a filter on a field of a type. */
export function FilterDialog({
  fields,
  onApply,
  onClose,
}: {
  /** The filterable fields. */
  fields: readonly FieldDefinition[];
  /** @param text the encoded filter, as in the URL */
  onApply: (field: FieldDefinition, text: string) => void;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(fields[0]?.name ?? '');
  const [condition, setCondition] = useState('value');
  const [entry, setEntry] = useState<FieldFilter | null>(null);
  const field = fields.find((one) => one.name === name);
  const filter: FieldFilter | null =
    condition === 'empty' || condition === 'filled' ? { is: condition } : entry;
  const text = filter === null ? '' : writeFilter(filter);
  const isWhole = field !== undefined && text !== '' && readFilter(field, text) !== null;
  const apply = (): void => {
    if (!isWhole) return;
    onApply(field, text);
    onClose();
  };
  return (
    <FormDialog
      title="Add filter"
      action="Filter"
      onSubmit={apply}
      submitOnEnter
      disabled={!isWhole}
      onClose={onClose}
    >
      <SelectField
        label="Field"
        choices={fields.map((one) => ({ value: one.name, label: one.caption }))}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setEntry(null);
        }}
      />
      <SelectField
        label="Condition"
        choices={conditions}
        value={condition}
        onChange={({ target }) => setCondition(target.value)}
      />
      {field === undefined || condition !== 'value' ? null : (
        <Entry key={field.name} field={field} onEntry={setEntry} />
      )}
    </FormDialog>
  );
}

/** The value or range of a filter. */
function Entry({
  field,
  onEntry,
}: {
  field: FieldDefinition;
  onEntry: (filter: FieldFilter | null) => void;
}): ReactNode {
  switch (filterStyle(field)) {
    case 'text':
      return <TextEntry field={field} onEntry={onEntry} />;
    case 'range':
      return <RangeEntry field={field} onEntry={onEntry} />;
    case 'choice':
      return field.kind === 'list-item' || field.kind === 'list-items' ? (
        <ItemEntry field={field} list={field.list} onEntry={onEntry} />
      ) : (
        <ChoiceEntry field={field} onEntry={onEntry} />
      );
  }
}

interface EntryProps {
  field: FieldDefinition;
  onEntry: (filter: FieldFilter | null) => void;
}

function TextEntry({ field, onEntry }: EntryProps): ReactNode {
  const [value, setValue] = useState('');
  return (
    <Field
      label={`${field.caption} contains`}
      value={value}
      onChange={({ target }) => {
        setValue(target.value);
        const text = target.value.trim();
        onEntry(text === '' ? null : { is: 'value', value: text, caption: '' });
      }}
    />
  );
}

function RangeEntry({ field, onEntry }: EntryProps): ReactNode {
  const [range, setRange] = useState<{ from: FieldValue | null; to: FieldValue | null }>({
    from: null,
    to: null,
  });
  const limit = (label: string, end: 'from' | 'to') => {
    const change = (value: FieldValue | null): void => {
      const next = { ...range, [end]: value };
      setRange(next);
      const [from, to] = [next.from, next.to].map((one) => (one === null ? '' : String(one)));
      onEntry(from === '' && to === '' ? null : { is: 'range', from: from!, to: to! });
    };
    const isNumber = !['date', 'date-time', 'duration'].includes(field.kind);
    return isNumber ? (
      <NumberField
        label={label}
        value={range[end] as number | null}
        unit={unitText(field)}
        onChange={change}
      />
    ) : (
      <FieldInput
        field={withoutLimits(field)}
        captions={{}}
        label={label}
        value={range[end]}
        onChange={change}
      />
    );
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, gap: 4 }}>
      {limit(`${field.caption} from`, 'from')}
      {limit(`${field.caption} to`, 'to')}
    </Box>
  );
}

/** Removes the limits of a date field: old records may have dates outside the current limits. */
const withoutLimits = (field: FieldDefinition): FieldDefinition =>
  field.kind === 'date' ? { ...field, minimum: null, maximum: null } : field;

function ItemEntry({ field, list, onEntry }: EntryProps & { list: string }): ReactNode {
  const items = useListItems(list);
  const [id, setId] = useState<string | null>(null);
  return (
    <ChoiceInput
      label={field.caption}
      choices={items.map((item) => ({ value: String(item.id), label: item.caption }))}
      value={id}
      onChange={(next) => {
        setId(next);
        const caption = items.find((item) => String(item.id) === next)?.caption ?? '';
        onEntry(next === null ? null : { is: 'value', value: next, caption });
      }}
    />
  );
}

function ChoiceEntry({ field, onEntry }: EntryProps): ReactNode {
  const [value, setValue] = useState<FieldValue | null>(null);
  return (
    <FieldInput
      field={field}
      captions={{}}
      label={field.caption}
      value={value}
      onChange={(next) => {
        setValue(next);
        onEntry(next === null ? null : { is: 'value', value: String(next), caption: '' });
      }}
      onChosen={(chosen) => {
        if (chosen !== null) onEntry({ is: 'value', value: String(chosen.id), caption: chosen.caption });
      }}
    />
  );
}

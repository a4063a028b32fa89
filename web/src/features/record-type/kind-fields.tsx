import Box from '@mui/material/Box';
import type { FieldByKind, FieldDefinition } from '@twinward/contracts/records/field';
import type { ReactNode } from 'react';
import { useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { useListNames } from '../../shared/api/queries/use-values.ts';
import { UnitField } from '../../shared/units/unit-field.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { DefaultItem } from './default-item.tsx';
import { FeedFields } from './feed-fields.tsx';
import type { KindFieldsProps } from './kind-field-parts.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { RollUpFields } from './roll-up-fields.tsx';

/** Edits the properties of a field that are specific to its kind. */
export function KindFields(props: KindFieldsProps): ReactNode {
  const { field, problems, change } = props;
  switch (field.kind) {
    case 'text':
      return <TextFields field={field} problems={problems} change={change} />;
    case 'long-text':
      return (
        <Field
          label="Default"
          multiline
          minRows={2}
          value={field.default ?? ''}
          error={problems.default}
          onChange={({ target }) => change({ default: target.value || null })}
        />
      );
    case 'number':
    case 'integer':
      return (
        <>
          <NumberFields field={field} problems={problems} change={change} />
          <FeedFields {...props} field={field} />
        </>
      );
    case 'money':
      return <NumberFields field={field} problems={problems} change={change} />;
    case 'yes-no':
      return (
        <SelectField
          label="Default"
          choices={[none, { value: 'true', label: 'yes' }, { value: 'false', label: 'no' }]}
          value={field.default === null ? '' : String(field.default)}
          onChange={({ target }) => change({ default: target.value === '' ? null : target.value === 'true' })}
        />
      );
    case 'date':
      return (
        <>
          <DateFields field={field} problems={problems} change={change} />
          <ReminderFields {...props} field={field} />
        </>
      );
    case 'date-time':
      return (
        <>
          <SwitchField
            label="Default: current time"
            checked={field.default === 'now'}
            onChange={(on) => change({ default: on ? 'now' : null })}
          />
          <ReminderFields {...props} field={field} />
        </>
      );
    case 'duration':
      return (
        <DurationInput
          label="Default"
          value={field.default}
          error={problems.default}
          onChange={(value) => change({ default: value })}
        />
      );
    case 'list-item':
    case 'list-items':
      return <ListFields field={field} problems={problems} change={change} />;
    case 'user':
      return (
        <SwitchField
          label="Default: user who creates the record"
          checked={field.default === 'current'}
          onChange={(on) => change({ default: on ? 'current' : null })}
        />
      );
    case 'reference':
      return <ReferenceFields {...props} field={field} />;
    case 'attachment':
      return null;
    case 'auto-number':
      return (
        <Field
          label="Number"
          hint="Example: INS-{yyyy}-{0000}. {yyyy}, {yy} and {MM} are the year and month; the zeros set the number of digits."
          spellCheck={false}
          value={field.template}
          error={problems.template}
          onChange={({ target }) => change({ template: target.value })}
        />
      );
    case 'computed':
      return (
        <Box sx={{ display: 'grid', rowGap: 3 }}>
          <Field
            label="Expression"
            hint="Example: [thickness] - 3. [name] is the value of a number field; yes counts as 1, no as 0."
            multiline
            minRows={2}
            spellCheck={false}
            value={field.expression}
            error={problems.expression}
            onChange={({ target }) => change({ expression: target.value })}
          />
          <Unit unit={field.unit} error={problems.unit} change={change} />
          <FeedFields {...props} field={field} />
        </Box>
      );
    case 'roll-up':
      return <RollUpFields {...props} field={field} />;
  }
}

type Part<Definition extends FieldDefinition> = Pick<
  KindFieldsProps<Definition>,
  'field' | 'problems' | 'change'
>;

const none = { value: '', label: 'None' };

const Unit = ({
  unit,
  error,
  change,
}: {
  unit: string | null;
  error: string | undefined;
  change: (part: object) => void;
}): ReactNode => (
  <UnitField
    name="unit"
    value={unit ?? ''}
    error={error}
    onChange={({ target }) => change({ unit: (target as HTMLInputElement).value.trim() || null })}
  />
);

function TextFields({ field, problems, change }: Part<FieldByKind<'text'>>): ReactNode {
  return (
    <FieldGrid columnGap={4}>
      <NumberField
        label="Maximum length"
        value={field.maximumLength}
        error={problems.maximumLength}
        onChange={(maximumLength) => change({ maximumLength })}
      />
      <Field
        label="Pattern"
        hint="Regular expression that the whole text must match, for example [A-Z]{2}-\d+"
        spellCheck={false}
        value={field.pattern}
        error={problems.pattern}
        onChange={({ target }) => change({ pattern: target.value })}
      />
      <Field
        label="Default"
        value={field.default ?? ''}
        error={problems.default}
        onChange={({ target }) => change({ default: target.value || null })}
      />
    </FieldGrid>
  );
}

function NumberFields({
  field,
  problems,
  change,
}: Part<FieldByKind<'number'> | FieldByKind<'integer'> | FieldByKind<'money'>>): ReactNode {
  const limit = (label: string, name: 'minimum' | 'maximum' | 'default') => (
    <NumberField
      label={label}
      value={field[name]}
      error={problems[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <FieldGrid columnGap={4}>
      {field.kind === 'number' ? <Unit unit={field.unit} error={problems.unit} change={change} /> : null}
      {limit('Minimum', 'minimum')}
      {limit('Maximum', 'maximum')}
      {limit('Default', 'default')}
    </FieldGrid>
  );
}

function DateFields({ field, problems, change }: Part<FieldByKind<'date'>>): ReactNode {
  const day = (label: string, name: 'minimum' | 'maximum') => (
    <DateInput
      label={label}
      value={field[name]}
      error={problems[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <FieldGrid columnGap={4}>
      {day('Earliest', 'minimum')}
      {day('Latest', 'maximum')}
      <SelectField
        label="Default"
        choices={[
          none,
          { value: 'today', label: 'Today' },
          ...(field.default === null || field.default === 'today'
            ? []
            : [{ value: field.default, label: field.default }]),
        ]}
        value={field.default ?? ''}
        onChange={({ target }) => change({ default: target.value || null })}
      />
    </FieldGrid>
  );
}

function ListFields({
  field,
  problems,
  change,
}: Part<FieldByKind<'list-item'> | FieldByKind<'list-items'>>): ReactNode {
  const lists = useListNames().data?.records ?? [];
  const listId = lists.find(({ name }) => name === field.list)?.id;
  return (
    <FieldGrid columnGap={4}>
      <SelectField
        label="List"
        choices={[
          { value: '', label: 'Choose a list' },
          ...lists.map(({ name, description }) => ({
            value: name,
            label: description === '' ? name : `${name}: ${description}`,
          })),
        ]}
        value={field.list}
        error={problems.list}
        onChange={({ target }) =>
          change(field.kind === 'list-item' ? { list: target.value, default: null } : { list: target.value })
        }
      />
      {field.kind === 'list-item' && listId !== undefined ? (
        <DefaultItem listId={listId} value={field.default} onChange={(value) => change({ default: value })} />
      ) : null}
    </FieldGrid>
  );
}

function ReferenceFields({
  type,
  field,
  problems,
  change,
}: KindFieldsProps<FieldByKind<'reference'>>): ReactNode {
  const types = useRecordTypes().data?.records ?? [];
  return (
    <SelectField
      label="Record type"
      choices={types.map(({ name, caption }) => ({
        value: name,
        label: name === type.name ? `${caption} (this type)` : caption,
      }))}
      value={field.recordType}
      error={problems.recordType}
      onChange={({ target }) => change({ recordType: target.value })}
    />
  );
}

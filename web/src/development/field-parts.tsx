import { type ReactNode, useState } from 'react';
import { CheckList } from '../ui/form/check-list.tsx';
import { ChoiceField } from '../ui/form/choice-field.tsx';
import { DateInput, DateTimeInput } from '../ui/form/date-input.tsx';
import { DurationInput } from '../ui/form/duration-input.tsx';
import { Field } from '../ui/form/field.tsx';
import { NumberField } from '../ui/form/number-field.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { TimeZoneField } from '../ui/form/time-zone-field.tsx';
import { SearchField } from '../ui/list/search-field.tsx';
import { Samples } from './samples.tsx';

const choices = [
  { value: 'pump', label: 'Pump' },
  { value: 'fan', label: 'Fan' },
];

const same = (): void => {};

/** Samples of inputs: with a hint, with an error, disabled, and read-only. */
export function FieldParts(): ReactNode {
  const [zone, setZone] = useState('Europe/Oslo');
  const [chosen, setChosen] = useState<string[]>(['pump']);
  const [choice, setChoice] = useState<string>();
  const [text, setText] = useState('bearing');
  return (
    <Samples title="Fields">
      <Field label="With a hint" hint="As it stands on the plate." defaultValue="P-07" />
      <Field label="With an error" error="Required." />
      <Field label="Disabled" defaultValue="P-07" disabled />
      <SelectField label="One of a few" choices={choices} />
      <CheckList
        label="Any number of a few"
        hint="What it may be."
        choices={choices}
        value={chosen}
        onChange={setChosen}
      />
      <TimeZoneField value={zone} onChange={setZone} />
      <ChoiceField label="Kind" value={choice} choices={choices} onChange={setChoice} />
      <SearchField label="Search tags" value={text} onChange={setText} />
      <DurationInput label="Duration, disabled" value="P30D" onChange={same} disabled />
      <DurationInput label="Duration, read only" value="P30D" onChange={same} readOnly />
      <DurationInput label="Duration with an error" value={null} onChange={same} error="Required." />
      <NumberField label="Number, disabled" value={1_250_000} unit="USD" onChange={same} disabled />
      <NumberField label="Number, read only" value={-0.5} onChange={same} readOnly hint="As calculated." />
      <DateInput label="Date, disabled" value="2024-02-29" onChange={same} disabled />
      <DateInput label="Date, read only" value="2024-02-29" onChange={same} readOnly />
      <DateInput label="Date too early" value="2024-02-29" min="2024-03-01" onChange={same} />
      <DateInput label="Date too late" value="2024-02-29" max="2024-02-28" onChange={same} />
      <DateTimeInput label="Time, disabled" value="2024-02-29T13:05:00Z" onChange={same} disabled />
    </Samples>
  );
}

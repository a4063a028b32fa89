import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { date, dateTime, numeric, required } from '@twinward/domain/rules/field-rules';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { TimeZoneProvider } from '../format/time-zone.ts';
import { checked } from './checked.ts';
import { ChoiceInput } from './choice-input.tsx';
import { DateInput, DateTimeInput } from './date-input.tsx';
import { DayField } from './day-field.tsx';
import { DurationInput } from './duration-input.tsx';
import { Field } from './field.tsx';
import { NumberField } from './number-field.tsx';

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const group = (name: string) => screen.findByRole('group', { name });
const part = (within_: HTMLElement, name: string) => within(within_).getByRole('spinbutton', { name });
const shownIn = (field: HTMLElement) =>
  within(field)
    .getAllByRole('spinbutton')
    .map((each) => each.textContent);

describe('the duration input', () => {
  it('accepts digits only, and returns the count and unit as ISO 8601', async () => {
    const onChange = vi.fn();
    render(<DurationInput label="Mission time" value={null} onChange={onChange} />);
    const unit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Unit of mission time' });
    expect([...unit.options].map((option) => option.value)).toEqual([
      'hours',
      'days',
      'weeks',
      'months',
      'years',
    ]);
    expect(unit.value).toBe('days');
  });

  function Held({ start, seen }: { start: string | null; seen: (value: string | null) => void }): ReactNode {
    const { control } = useForm({ defaultValues: { length: start } });
    return (
      <Controller
        control={control}
        name="length"
        render={({ field: { onChange, ...field } }) => (
          <DurationInput
            {...field}
            label="Length"
            units={['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years']}
            onChange={(value) => {
              seen(value);
              onChange(value);
            }}
          />
        )}
      />
    );
  }

  it('changes with count and unit, and is null when cleared', async () => {
    const seen = vi.fn();
    render(<Held start={null} seen={seen} />);
    await userEvent.type(textbox('Length'), '-1.5a');
    await userEvent.selectOptions(screen.getByRole('combobox'), 'hours');
    await userEvent.clear(textbox('Length'));
    await userEvent.selectOptions(screen.getByRole('combobox'), 'years');
    await userEvent.type(textbox('Length'), '0');
    expect(seen.mock.calls.flat()).toEqual(['P1D', 'P15D', 'PT15H', null, 'P0Y']);
  });

  it('shows a value in its own unit', () => {
    render(<Held start="P104W" seen={() => {}} />);
    expect(textbox('Length').value).toBe('104');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('weeks');
  });
});

describe('the number input', () => {
  function Held({ start, seen }: { start: number | null; seen: (value: number | null) => void }): ReactNode {
    const { control, formState } = useForm({ mode: 'onTouched', defaultValues: { cost: start } });
    return (
      <Controller
        control={control}
        name="cost"
        rules={checked([required, numeric])}
        render={({ field: { onChange, ...field } }) => (
          <NumberField
            {...field}
            label="Cost"
            unit="USD"
            error={formState.errors.cost?.message}
            onChange={(value) => {
              seen(value);
              onChange(value);
            }}
          />
        )}
      />
    );
  }

  it('selects its content on focus, so that typing replaces it', async () => {
    const seen = vi.fn();
    render(<Held start={20_000} seen={seen} />);
    const field = textbox('Cost');
    act(() => field.focus());
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['20000', 0, 5]);
    await userEvent.keyboard('4');
    expect(seen).toHaveBeenLastCalledWith(4);
  });

  it('groups digits while not focused', async () => {
    const seen = vi.fn();
    render(<Held start={1234567.25} seen={seen} />);
    expect(textbox('Cost').value).toBe('1,234,567.25');
    expect(getComputedStyle(textbox('Cost')).textAlign).toBe('right');
    expect(screen.getByText('USD')).toBeTruthy();
    await userEvent.click(textbox('Cost'));
    expect(textbox('Cost').value).toBe('1234567.25');
    await userEvent.clear(textbox('Cost'));
    await userEvent.paste('-$12,000.50');
    expect(textbox('Cost').value).toBe('-12000.50');
    await userEvent.tab();
    expect(textbox('Cost').value).toBe('-12,000.5');
    expect(seen.mock.calls.flat()).toEqual([null, -12_000.5]);
  });

  it('keeps invalid text, and the form shows an error', async () => {
    const seen = vi.fn();
    render(<Held start={null} seen={seen} />);
    await userEvent.type(textbox('Cost'), '1-e2');
    await userEvent.tab();
    expect(textbox('Cost').value).toBe('1-2');
    expect(seen.mock.calls.flat()).toEqual([1, Number.NaN]);
    expect(screen.getByText('Please enter a number.')).toBeTruthy();
    await userEvent.clear(textbox('Cost'));
    expect(screen.getByText('Required.')).toBeTruthy();
  });
});

describe('the date input', () => {
  function Held({ start, ...rest }: { start: string | null; min?: string; max?: string }): ReactNode {
    const { control, handleSubmit, formState, reset } = useForm({ defaultValues: { day: start } });
    return (
      <form onSubmit={(event) => void handleSubmit(() => {})(event)}>
        <Controller
          control={control}
          name="day"
          rules={checked([required, date])}
          render={({ field }) => (
            <>
              <DateInput {...field} {...rest} label="Start date" error={formState.errors.day?.message} />
              <output>{String(field.value)}</output>
            </>
          )}
        />
        <button type="submit">Save</button>
        <button type="button" onClick={() => reset({ day: '2020-02-29' })}>
          Reset
        </button>
      </form>
    );
  }
  const value = () => screen.getByRole('status').textContent;

  it('accepts yyyy-MM-dd', async () => {
    render(<Held start="2014-02-07" />);
    const field = await group('Start date');
    expect(shownIn(field)).toEqual(['2014', '02', '07']);
    await userEvent.click(part(field, 'Year'));
    await userEvent.keyboard('20241130');
    expect(value()).toBe('2024-11-30');
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(shownIn(field)).toEqual(['2020', '02', '29']);
    expect(value()).toBe('2020-02-29');
  });

  it('shows an error for an invalid date', async () => {
    render(<Held start="2014-02-28" />);
    const field = await group('Start date');
    await userEvent.click(part(field, 'Day'));
    await userEvent.keyboard('30');
    expect(screen.getByText('Please enter a date.')).toBeTruthy();
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByText('Please enter a date.').id);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText('Please enter a date.')).toBeNull();
  });

  it('shows an error for an incomplete date, and blocks saving', async () => {
    render(<Held start={null} />);
    const field = await group('Start date');
    await userEvent.click(part(field, 'Year'));
    await userEvent.keyboard('2024');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please enter a date.')).toBeTruthy();
    expect(shownIn(field)[0]).toBe('2024');
    expect(value()).toBe('not a date');
  });

  it.each([
    ['2020-01-01', 'Please choose a later date.'],
    ['2020-12-31', 'Please choose a later date.'],
    ['2020-06-01', null],
  ])('rejects %s outside its limits', async (start, message) => {
    render(<Held start={start} min="2020-02-01" max="2020-11-30" />);
    await group('Start date');
    expect(screen.queryByText(/^Please choose/)?.textContent ?? null).toBe(message);
  });

  it('can be chosen from a calendar by keyboard only', async () => {
    const narrow = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...narrow(query),
      matches: query.includes('pointer: fine'),
    }));
    render(<Held start="2014-02-07" />);
    await group('Start date');
    const open = screen.getByRole('button', { name: /^Choose date/ });
    open.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('grid');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('7'));
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(value()).toBe('2014-02-15');
    await waitFor(() => expect(document.activeElement).toBe(open));
  });
});

describe('the date and time input', () => {
  function Held({ start, zone }: { start: string | null; zone: string }): ReactNode {
    const { control, formState } = useForm({ mode: 'onChange', defaultValues: { at: start } });
    return (
      <TimeZoneProvider value={zone}>
        <Controller
          control={control}
          name="at"
          rules={checked([dateTime])}
          render={({ field }) => (
            <>
              <DateTimeInput {...field} label="From" error={formState.errors.at?.message} />
              <output>{String(field.value)}</output>
            </>
          )}
        />
      </TimeZoneProvider>
    );
  }
  const value = () => screen.getByRole('status').textContent;

  it.each([
    ['UTC', ['2024', '07', '01', '9', '05', 'PM'], '2024-07-01T15:05:00.000Z'],
    ['America/New_York', ['2024', '07', '01', '5', '05', 'PM'], '2024-07-01T19:05:00.000Z'],
    ['Asia/Kolkata', ['2024', '07', '02', '2', '35', 'AM'], '2024-07-02T10:05:00.000Z'],
  ])('reads and writes times in %s', async (zone, parts, after) => {
    render(<Held start="2024-07-01T21:05:00Z" zone={zone} />);
    const field = await group('From');
    expect(shownIn(field)).toEqual(parts);
    await userEvent.click(part(field, 'Hours'));
    await userEvent.keyboard('3');
    await userEvent.click(part(field, 'Meridiem'));
    await userEvent.keyboard('p');
    expect(value()).toBe(after);
  });

  it('accepts an hour that the time zone of the browser skips, and rejects invalid times', async () => {
    render(<Held start="2024-03-10T01:30:00Z" zone="UTC" />);
    const field = await group('From');
    await userEvent.click(part(field, 'Hours'));
    await userEvent.keyboard('2');
    expect(value()).toBe('2024-03-10T02:30:00.000Z');
    await userEvent.click(part(field, 'Day'));
    await userEvent.keyboard('{Backspace}');
    await userEvent.click(document.body);
    expect(screen.getByText('Please enter a date & time.')).toBeTruthy();
    expect(value()).toBe('not a date');
  });
});

it('filters by day only while the text is a date', async () => {
  const seen = vi.fn();
  function List(): ReactNode {
    const [day, setDay] = useState<string | undefined>();
    const change = (next: string | undefined) => {
      seen(next);
      setDay(next);
    };
    return <DayField label="From" value={day} onChange={change} />;
  }
  render(<List />);
  const field = await group('From');
  await userEvent.click(part(field, 'Year'));
  await userEvent.keyboard('20240312');
  expect(seen.mock.lastCall).toEqual(['2024-03-12']);
  expect(shownIn(field)).toEqual(['2024', '03', '12']);
  await userEvent.click(part(field, 'Day'));
  await userEvent.keyboard('{Backspace}');
  expect(seen.mock.lastCall).toEqual([undefined]);
  await userEvent.keyboard('15');
  expect(seen.mock.lastCall).toEqual(['2024-03-15']);
});

it.each([true, false])('marks the label of a required input: %s', async (required) => {
  const given = { required, value: null, onChange: () => {} };
  render(
    <>
      <Field label="Name" required={required} />
      <ChoiceInput label="Kind" choices={[]} {...given} />
      <DurationInput label="Mission time" {...given} />
      <DateInput label="Start" {...given} />
    </>,
  );
  await group('Start');
  for (const label of ['Name', 'Kind', 'Mission time', 'Start'])
    expect([label, screen.getByText(label).hasAttribute('data-required')]).toEqual([label, required]);
  expect(textbox('Name').required).toBe(required);
});

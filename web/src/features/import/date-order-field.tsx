import type { ReactNode } from 'react';
import { ChoiceField } from './choice-field.tsx';
import type { DateOrder, DateReading } from './csv-preview.ts';

const orders: readonly { value: DateOrder; label: string }[] = [
  { value: 'ymd', label: 'Year, month, day' },
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'mdy', label: 'Month, day, year' },
];

/** The order of day, month and year in dates. */
export function DateOrderField({
  order,
  dates,
  error,
  onOrder,
}: {
  /** Null until chosen, if the dates are ambiguous. */
  order: DateOrder | null;
  dates: DateReading;
  error?: string | undefined;
  onOrder(order: DateOrder | null): void;
}): ReactNode {
  const hint =
    dates.kind === 'ambiguous'
      ? `${dates.example} can be read in two ways.`
      : dates.kind === 'order'
        ? 'Detected from the first rows.'
        : 'For dates such as 02/03/2024.';
  return (
    <ChoiceField
      label="Date order"
      hint={hint}
      error={error}
      value={order}
      choices={orders}
      onChange={onOrder}
    />
  );
}

import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import type { DateOrder, DateReading } from './csv-preview.ts';
import { Labelled } from './labelled.tsx';

const orders: readonly { value: DateOrder; label: string }[] = [
  { value: 'ymd', label: 'Year, month, day' },
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'mdy', label: 'Month, day, year' },
];

/** How dates in numbers are read. */
export function DateOrderField({
  order,
  dates,
  error,
  onOrder,
}: {
  /** Null until chosen, where the dates do not tell. */
  order: DateOrder | null;
  dates: DateReading;
  error?: string | undefined;
  onOrder(order: DateOrder): void;
}): ReactNode {
  const hint =
    dates.kind === 'ambiguous'
      ? `${dates.example} can be read in two ways.`
      : dates.kind === 'order'
        ? 'As read from the first rows.'
        : 'Of dates such as 02/03/2024.';
  return (
    <Labelled label="Date order" hint={hint} error={error}>
      {(id) => (
        <NativeSelect
          id={id}
          variant="outlined"
          input={<OutlinedInput size="small" />}
          value={order ?? ''}
          onChange={(event) => onOrder(event.target.value as DateOrder)}
          inputProps={{ 'aria-describedby': `${id}-below` }}
          sx={{ '& option': { bgcolor: 'background.paper' } }}
        >
          {order === null ? <option value="">Please choose</option> : null}
          {orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Labelled>
  );
}

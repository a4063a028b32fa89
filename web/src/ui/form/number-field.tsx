import InputAdornment from '@mui/material/InputAdornment';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { Field } from './field.tsx';
import type { InputProps } from './input-props.ts';

interface NumberFieldProps extends InputProps<number | null> {
  /** Shown after the number. */
  unit?: string | undefined;
}

/**
 * A number, grouped by thousands while it isn't focused. The value is null while the field is empty, and NaN while its
 * text is not a number, which every rule for numbers rejects.
 */
export function NumberField({
  unit,
  value,
  onChange,
  onBlur,
  ref,
  hint,
  error,
  ...field
}: NumberFieldProps): ReactNode {
  const [typed, setTyped] = useState({ of: value, text: plain(value) });
  const [isTyping, setIsTyping] = useState(false);
  // The value was changed from outside, for example by a reset.
  if (!Object.is(typed.of, value)) setTyped({ of: value, text: plain(value) });
  const change = (text: string): void => {
    const next = numberIn(text);
    setTyped({ of: next, text });
    if (!Object.is(next, value)) onChange(next);
  };
  /**
   * On focus the commas are removed, which loses the selection. The whole text is selected again synchronously, since
   * scripted input does not wait for a render. A click sets its caret afterwards.
   */
  const begin = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    setIsTyping(true);
    target.value = typed.text;
    target.select();
  };
  const isNumber = typed.of !== null && !Number.isNaN(typed.of);
  return (
    <Field
      {...field}
      hint={hint}
      error={error}
      value={isTyping || !isNumber ? typed.text : grouped.format(Number(typed.of))}
      inputRef={ref}
      onChange={(event) => change(event.target.value.replace(/[^\d.-]/g, ''))}
      onFocus={begin}
      onBlur={() => {
        setIsTyping(false);
        onBlur?.();
      }}
      {...(unit === undefined
        ? {}
        : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> })}
      slotProps={{
        input: {
          inputMode: 'decimal',
          autoComplete: 'off',
          sx: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  );
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const ungrouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: false });

const plain = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : ungrouped.format(value);

function numberIn(text: string): number | null {
  if (text === '') return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

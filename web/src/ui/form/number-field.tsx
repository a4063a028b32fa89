import InputAdornment from '@mui/material/InputAdornment';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { Field } from './field.tsx';
import type { InputProps } from './input-props.ts';

interface NumberFieldProps extends InputProps<number | null> {
  /** Stands behind the number. */
  unit?: string | undefined;
}

/**
 * A number, grouped by thousands while it isn't being typed. The value is null while nothing is entered, and NaN
 * while what is entered is no number, which every rule for numbers refuses.
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
  // Changed from outside, by a reset for one.
  if (!Object.is(typed.of, value)) setTyped({ of: value, text: plain(value) });
  const change = (text: string): void => {
    const next = numberIn(text);
    setTyped({ of: next, text });
    if (!Object.is(next, value)) onChange(next);
  };
  /**
   * The number loses its commas, and with them what a browser or a program selects of it while the focus comes:
   * so all of it is selected anew, at once: what is typed next by a program doesn't wait for a rendering. A click sets
   * its caret after this.
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

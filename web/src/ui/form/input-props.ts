import type { Ref } from 'react';

/** The props shared by form inputs; `Controller` of react-hook-form provides all but the texts. */
export interface InputProps<Value> {
  label: string;
  hint?: string | undefined;
  /** Replaces the hint. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  required?: boolean | undefined;
  name?: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  /** The element to focus if this input is the first with an error. */
  ref?: Ref<HTMLInputElement>;
}

/**
 * The value is null while the input is empty, and `notADate` while its text is not a date. For `notADate` the input
 * shows its own message unless the form passes one.
 */
export interface DateInputProps extends InputProps<string | null> {
  /** The earliest value allowed, in the format of the value. */
  min?: string | null | undefined;
  /** The latest value allowed. */
  max?: string | null | undefined;
  /** Shows the label beside the input, as in the filters of a list. */
  isInline?: boolean;
}

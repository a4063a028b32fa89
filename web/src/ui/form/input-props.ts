import type { Ref } from 'react';

/** What every input of a form takes; `Controller` of react-hook-form hands over all of it but the texts. */
export interface InputProps<Value> {
  label: string;
  hint?: string | undefined;
  /** Stands in the hint's place. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  required?: boolean | undefined;
  name?: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  /** What takes the focus when this input is the first with an error. */
  ref?: Ref<HTMLInputElement>;
}

/**
 * The value is null while nothing is entered, and `notADate` while it is no date; date inputs show that message
 * themselves where the form does not.
 */
export interface DateInputProps extends InputProps<string | null> {
  /** The first that may be chosen, in the form of the value. */
  min?: string | null | undefined;
  /** The last. */
  max?: string | null | undefined;
}

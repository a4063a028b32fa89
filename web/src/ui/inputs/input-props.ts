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

import FormLabel from '@mui/material/FormLabel';
import type { ReactNode } from 'react';

const style = {
  mb: 1,
  fontSize: '0.8125rem',
  // Drawn by CSS without alternative text: screen readers announce the `required` attribute of the input.
  '&[data-required]::after': { content: '"\\2009*" / ""' },
} as const;

/** The label above an input, with an asterisk if the input is required. */
export function FieldLabel({
  htmlFor,
  id,
  required,
  children,
}: {
  /** Id of the input. */
  htmlFor?: string;
  /** Id of the label, for elements that refer to it by `aria-labelledby`. */
  id?: string;
  required: boolean | undefined;
  children: string;
}): ReactNode {
  const shared = {
    required: false,
    sx: style,
    children,
    ...(required ? { 'data-required': '' } : {}),
    ...(id === undefined ? {} : { id }),
  };
  return htmlFor === undefined ? (
    <FormLabel component="span" {...shared} />
  ) : (
    <FormLabel htmlFor={htmlFor} {...shared} />
  );
}

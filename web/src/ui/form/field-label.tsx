import FormLabel from '@mui/material/FormLabel';
import type { ReactNode } from 'react';

const style = {
  mb: 1,
  fontSize: '0.8125rem',
  // Drawn by the style sheet and without a name: screen readers hear from the input itself that it is required.
  '&[data-required]::after': { content: '"\\2009*" / ""' },
} as const;

/** The label above an input, with an asterisk where the input may not stay empty. */
export function FieldLabel({
  htmlFor,
  id,
  required,
  children,
}: {
  /** Id of the input. */
  htmlFor?: string;
  /** Id of the label, for what is labelled by `aria-labelledby` instead. */
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

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '../feedback/states.tsx';
import { Muted } from '../page/muted.tsx';
import { focusFirstError, useErrorFocus } from './error-focus.ts';

/**
 * The footer of a form: its general error, the submit button, and the state of saving. After a failed submit, the first
 * field of the form with an error is focused.
 */
export function FormFoot({
  label,
  busy,
  dirty = false,
  saved = false,
  savedText = 'Saved.',
  error,
  fallback,
  children,
}: {
  /** Label of the button: a verb. */
  label: string;
  busy: boolean;
  dirty?: boolean;
  saved?: boolean;
  savedText?: string;
  error?: unknown;
  /** Shown if the error has no message. */
  fallback: string;
  /** Buttons beside the first. */
  children?: ReactNode;
}): ReactNode {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = foot.current?.closest('form');
    const onSubmit = () => focusFirstError(form);
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, []);
  useErrorFocus(busy, () => foot.current?.closest('form'));
  return (
    <>
      <ErrorState error={error} fallback={fallback} />
      <Stack ref={foot} direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" size="medium" loading={busy}>
          {label}
        </Button>
        {children}
        <Muted>
          {/* A save is announced by the toast. */}
          <span role="status">{dirty ? 'Unsaved changes' : ''}</span>
          {!dirty && saved ? savedText : ''}
        </Muted>
      </Stack>
    </>
  );
}

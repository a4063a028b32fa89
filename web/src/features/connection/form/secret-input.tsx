import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { maximumFile } from '@twinward/contracts/connections/configuration';
import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import { readFile } from './read-file.ts';

/** A write-only secret. The value null keeps the stored secret, and an empty text removes it. */
export function SecretInput({
  field: { label, help, kind, isRequired },
  value,
  error,
  isSet,
  onChange,
}: {
  field: ConfigurationField;
  value: string | null;
  error: string | undefined;
  /** Whether a secret is stored. */
  isSet: boolean;
  onChange: (value: string | null) => void;
}): ReactNode {
  const id = useId();
  const isFile = kind === 'file';
  const isTyped = value !== null && value !== '';
  const [isOpen, setIsOpen] = useState(false);
  const [fileName, setFileName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File) => {
    setProblem(null);
    try {
      onChange(await readFile(file, maximumFile));
      setFileName(file.name);
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const isEdited = isTyped || isOpen || (!isSet && value === null);
  const state =
    value === ''
      ? isSet
        ? 'Will be removed'
        : 'Not set'
      : isFile && isTyped
        ? fileName
        : isSet
          ? 'Set'
          : 'Not set';

  if (!isFile && isEdited) {
    return (
      <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Field
          label={label}
          hint={help}
          error={error}
          required={isRequired}
          type="password"
          autoComplete="new-password"
          autoFocus={isOpen}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
        {isSet ? (
          <Button
            sx={{ mt: 6 }}
            onClick={() => {
              onChange(null);
              setIsOpen(false);
            }}
          >
            Cancel
          </Button>
        ) : null}
      </Stack>
    );
  }
  const below = problem ?? error ?? help;
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      {...(below === undefined ? {} : { 'aria-describedby': `${id}-below` })}
    >
      <Typography id={`${id}-label`} sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 1 }}>
        {label}
      </Typography>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{state}</Typography>
        {value === '' || isTyped ? (
          <Button onClick={() => onChange(null)}>{isSet ? 'Undo' : 'Clear'}</Button>
        ) : null}
        <Button
          aria-label={`${isFile && !isSet ? 'Choose file' : 'Change'}: ${label}`}
          onClick={() => {
            if (isFile) input.current?.click();
            else {
              onChange(null);
              setIsOpen(true);
            }
          }}
        >
          {isFile && !isSet ? 'Choose file' : 'Change'}
        </Button>
        {isSet && value === null ? (
          <Button aria-label={`Remove: ${label}`} onClick={() => onChange('')}>
            Remove
          </Button>
        ) : null}
      </Stack>
      {isFile ? (
        <input
          ref={input}
          type="file"
          accept=".pfx,.p12,.pem,.crt,.cer,.key,.der"
          hidden
          aria-label={label}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void choose(file);
          }}
        />
      ) : null}
      {below === undefined ? null : (
        <FormHelperText
          id={`${id}-below`}
          error={(problem ?? error) !== undefined && (problem ?? error) !== null}
        >
          {below}
        </FormHelperText>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Muted } from '../page/muted.tsx';

/** A field with different values in two versions, as text. */
export interface MergeField<Name extends string = string> {
  name: Name;
  label: string;
  mine: string;
  theirs: string;
  /** The preselected version; null if both changed the field and the user must choose. */
  suggested: 'mine' | 'theirs' | null;
}

/** Resolves an edit conflict: shows both versions side by side and lets the user choose field by field. */
export function MergeDialog<Name extends string>({
  what,
  fields,
  busy = false,
  error,
  onSave,
  onClose,
}: {
  /** The edited object, such as 'The twin'. */
  what: string;
  fields: readonly MergeField<Name>[];
  busy?: boolean;
  /** The result of the last attempt. */
  error?: ReactNode;
  /** @param mine the fields that keep the user's own version */
  onSave(mine: ReadonlySet<Name>): void;
  onClose(): void;
}): ReactNode {
  const id = useId();
  const [choices, setChoices] = useState<Partial<Record<Name, 'mine' | 'theirs'>>>({});
  const chosen = ({ name, suggested }: MergeField<Name>) => choices[name] ?? suggested;
  const isComplete = fields.every((field) => chosen(field) !== null);
  const save = () =>
    onSave(new Set(fields.filter((field) => chosen(field) === 'mine').map(({ name }) => name)));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={id}>
      <DialogTitle id={id} sx={{ fontSize: '1.25rem' }}>
        Changed by someone else
      </DialogTitle>
      <DialogContent dividers>
        <Typography sx={{ pb: 3 }}>
          {what} was saved by someone else while you edited it. Choose the version to keep for each field.
        </Typography>
        {fields.length === 0 ? <Typography>Both versions are the same.</Typography> : null}
        {fields.map((field) => (
          <Box key={field.name} component="fieldset" sx={{ border: 0, m: 0, p: 0, pb: 4, minWidth: 0 }}>
            <Typography component="legend" variant="h3" sx={{ p: 0 }}>
              {field.label}
            </Typography>
            <RadioGroup
              value={chosen(field) ?? ''}
              onChange={(_, next) => setChoices({ ...choices, [field.name]: next as 'mine' | 'theirs' })}
              aria-label={field.label}
              sx={{
                display: 'grid',
                columnGap: 3,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
              }}
            >
              <Version value="mine" title="Yours" text={field.mine} />
              <Version value="theirs" title="Saved by someone else" text={field.theirs} />
            </RadioGroup>
          </Box>
        ))}
        {error}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Continue editing</Button>
        <Button variant="contained" loading={busy} disabled={!isComplete} onClick={save}>
          Save selected versions
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Version = ({
  value,
  title,
  text,
}: {
  value: 'mine' | 'theirs';
  title: string;
  text: string;
}): ReactNode => (
  <FormControlLabel
    value={value}
    control={<Radio size="small" />}
    sx={{ alignItems: 'flex-start', m: 0, minWidth: 0 }}
    label={
      <Box sx={{ pt: 1.5, minWidth: 0 }}>
        <Muted>{title}</Muted>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text === '' ? '(empty)' : text}
        </Typography>
      </Box>
    }
  />
);

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../ui/dialogs/app-dialog.tsx';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';
import { WarningDialog } from '../ui/dialogs/warning-dialog.tsx';
import { Field } from '../ui/form/field.tsx';
import { ActionsMenu } from '../ui/page/actions-menu.tsx';
import { Section } from '../ui/page/section.tsx';
import { Why } from '../ui/page/why.tsx';

const kinds = [
  'App dialog',
  'Changed app dialog',
  'Busy app dialog',
  'Confirm dialog',
  'Warning dialog',
] as const;
type Kind = (typeof kinds)[number];

/** Samples of dialogs and other overlays. */
export function DialogParts(): ReactNode {
  const [open, setOpen] = useState<Kind | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Section title="Dialogs">
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, pt: 2, alignItems: 'center' }}>
        {kinds.map((kind) => (
          <Button key={kind} variant="outlined" onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
        <Why
          subject="the risk"
          formula="Probability × cost of failure"
          inputs={[
            ['Probability', '20 %', '2024-02-29T13:05:00Z'],
            ['Cost of failure', '$500,000'],
          ]}
          note="Both belong to the twin itself."
          links={[{ label: 'Edit the cost', to: '/risk' }]}
        />
        <ActionsMenu
          label="More actions"
          actions={[
            { label: 'Open', to: '/open' },
            { label: 'Copy', onChoose: close },
            { label: 'Delete', onChoose: close, disabled: true },
          ]}
        />
      </Stack>
      {open === null ? null : <Opened kind={open} onClose={close} />}
    </Section>
  );
}

function Opened({ kind, onClose }: { kind: Kind; onClose: () => void }): ReactNode {
  if (kind === 'Confirm dialog') {
    return (
      <ConfirmDialog title="Delete Pump 7?" yes="Delete" onYes={onClose} onNo={onClose}>
        Its protections are deleted with it.
      </ConfirmDialog>
    );
  }
  if (kind === 'Warning dialog') {
    return (
      <WarningDialog title="Invalidates what-if" suppressible onYes={onClose} onNo={onClose}>
        Are you sure you want to make this change and invalidate existing what-if scenarios?
      </WarningDialog>
    );
  }
  return (
    <AppDialog
      title={kind}
      dirty={kind === 'Changed app dialog'}
      busy={kind === 'Busy app dialog'}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          Save
        </Button>
      }
    >
      <Field label="Comment" defaultValue="Replaced the seal." />
    </AppDialog>
  );
}

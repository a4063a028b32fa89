import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { SecondFactors } from '@twinward/contracts/access/second-factor';
import { type ReactNode, useState } from 'react';
import { passkeyObstacle } from '../../../shared/session/passkeys.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** Buttons and dialogs to add second factors. */
export function AddFactors({
  factors: { totp, passkeyOrigin },
  onDone,
}: {
  factors: SecondFactors;
  /** Called after a dialog is closed. */
  onDone?: () => void;
}): ReactNode {
  const [open, setOpen] = useState<'totp' | 'passkey' | null>(null);
  const obstacle = passkeyObstacle(passkeyOrigin);
  const close = (): void => {
    setOpen(null);
    onDone?.();
  };
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => setOpen('totp')}>
          {totp === null ? 'Add authenticator app' : 'Replace authenticator app'}
        </Button>
        <Button variant="outlined" disabled={obstacle !== null} onClick={() => setOpen('passkey')}>
          Add passkey
        </Button>
      </Stack>
      {obstacle === null ? null : <Muted>{obstacle} You can use an authenticator app instead.</Muted>}
      {open === 'totp' ? <TotpDialog onClose={close} /> : null}
      {open === 'passkey' ? <PasskeyDialog onClose={close} /> : null}
    </Stack>
  );
}

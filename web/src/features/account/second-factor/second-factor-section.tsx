import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Passkey, SecondFactors } from '@twinward/contracts/access/second-factor';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useSecondFactors } from '../api/second-factor.ts';
import { AddFactors } from './add-factors.tsx';
import { RemovePasskeyDialog, RemoveTotpDialog } from './remove-dialogs.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';

/** The user's second factors, and the actions on them. */
export function SecondFactorSection(): ReactNode {
  const factors = useSecondFactors();
  return (
    <Loaded query={factors} rows={2} fallback="The second factors could not be loaded.">
      {(loaded) => <Factors factors={loaded} />}
    </Loaded>
  );
}

type Open = 'remove-totp' | 'renew-codes' | Passkey | null;

function Factors({ factors }: { factors: SecondFactors }): ReactNode {
  const [open, setOpen] = useState<Open>(null);
  const { totp, passkeys, recoveryCodesLeft } = factors;
  const hasFactor = totp !== null || passkeys.length > 0;
  const close = (): void => setOpen(null);
  return (
    <Stack spacing={4} sx={{ pt: 2, maxWidth: 640 }}>
      <Typography>
        {hasFactor
          ? 'Twinward asks for one of these after your password.'
          : 'Protects your account even if someone knows your password.'}
      </Typography>
      {hasFactor ? (
        <Box component="ul" aria-label="Second factors" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {totp === null ? null : (
            <Line name="Authenticator app" {...totp}>
              <Button aria-label="Remove the authenticator app" onClick={() => setOpen('remove-totp')}>
                Remove
              </Button>
            </Line>
          )}
          {passkeys.map((passkey) => (
            <Line
              key={passkey.id}
              {...passkey}
              note={passkey.host === window.location.hostname ? '' : `, for ${passkey.host}`}
            >
              <Button aria-label={`Remove the passkey ${passkey.name}`} onClick={() => setOpen(passkey)}>
                Remove
              </Button>
            </Line>
          ))}
          <Line name={`Recovery codes: ${recoveryCodesLeft} left`}>
            <Button onClick={() => setOpen('renew-codes')}>Create new codes</Button>
          </Line>
        </Box>
      ) : null}
      <AddFactors factors={factors} />
      {open === null ? null : open === 'remove-totp' ? (
        <RemoveTotpDialog onClose={close} />
      ) : open === 'renew-codes' ? (
        <RenewCodesDialog onClose={close} />
      ) : (
        <RemovePasskeyDialog passkey={open} onClose={close} />
      )}
    </Stack>
  );
}

function Line({
  name,
  createdAt,
  lastUsedAt,
  note = '',
  children,
}: {
  name: string;
  createdAt?: string;
  lastUsedAt?: string | null;
  note?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 3, py: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>{name}</Typography>
        {createdAt === undefined ? null : (
          <Muted>
            Added <Time value={createdAt} />
            {lastUsedAt ? (
              <>
                , last used <Time value={lastUsedAt} />
              </>
            ) : (
              ', not used yet'
            )}
            {note}
          </Muted>
        )}
      </Box>
      {children}
    </Box>
  );
}

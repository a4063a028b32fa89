import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Connection } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SecretDialog } from '../../../ui/dialogs/secret-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useCreateToken, useDeleteToken } from '../api/connections.ts';

/** Shows whether a connection has a token, and creates one, which is shown only once. */
export function TokenField({
  connection: { id, name, secretsSet, place },
}: {
  connection: Connection;
}): ReactNode {
  const create = useCreateToken(id);
  const remove = useDeleteToken(id);
  const [asking, ask] = useState<'replace' | 'revoke' | null>(null);
  const isSet = secretsSet.includes('token');
  const createToken = () => create.mutate(undefined, { onSettled: () => ask(null) });
  return (
    <div>
      <Stack direction="row" spacing={3} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography>{`Token: ${isSet ? 'Set' : 'Not set'}`}</Typography>
        <Button
          variant="outlined"
          loading={create.isPending}
          onClick={() => (isSet ? ask('replace') : createToken())}
        >
          {isSet ? 'Create a new token' : 'Create a token'}
        </Button>
        {isSet ? <Button onClick={() => ask('revoke')}>Revoke</Button> : null}
      </Stack>
      <Muted sx={{ pt: 1 }}>
        {place === 'plant'
          ? 'Anyone with the token may run this connection and read its passwords, and nothing else.'
          : 'Anyone with the token may push points to this connection, and nothing else.'}
      </Muted>
      <ErrorState error={create.error} fallback="The token could not be created." />
      {create.data ? (
        <SecretDialog label="Token" secret={create.data.token} onClose={create.reset}>
          {`Give this token to the ${place === 'plant' ? 'process at the plant that runs' : 'program that pushes points to'} ${name}.`}
        </SecretDialog>
      ) : null}
      {asking === 'replace' ? (
        <ConfirmDialog
          title="Create a new token?"
          yes="Create token"
          busy={create.isPending}
          onYes={createToken}
          onNo={() => ask(null)}
        >
          The current token stops working at once. Programs that use it are refused.
        </ConfirmDialog>
      ) : null}
      {asking === 'revoke' ? (
        <ConfirmDialog
          title="Revoke the token?"
          yes="Revoke"
          saving={remove}
          fallback="The token could not be revoked."
          onYes={() => remove.mutate(undefined, { onSuccess: () => ask(null) })}
          onNo={() => ask(null)}
        >
          Programs that use it are refused at once.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

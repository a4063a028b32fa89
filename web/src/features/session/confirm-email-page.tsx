import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useConfirmEmail } from './api/confirm-email.ts';
import { SignedOutForm } from './signed-out-form.tsx';
import { useMailLink } from './use-mail-link.ts';

/** The target of a mail link: confirms a new e-mail address by the token after the `#`. */
export function ConfirmEmailPage(): ReactNode {
  const link = useMailLink();
  const confirm = useConfirmEmail();
  const account = <TextLink to="/account">User settings</TextLink>;
  // Requires a click, since mail scanners also open links and would use up the token.
  return (
    <SignedOutForm title="Confirm your e-mail address" onSubmit={() => link && confirm.mutate(link)}>
      {link === null ? (
        <>
          <Typography>This link is incomplete. Open it from the mail.</Typography>
          {account}
        </>
      ) : confirm.isSuccess ? (
        <>
          <Alert severity="success" variant="outlined">
            Your e-mail address is confirmed.
          </Alert>
          {account}
        </>
      ) : (
        <FormFoot
          label="Confirm"
          busy={confirm.isPending}
          error={confirm.error}
          fallback="The address could not be confirmed."
        />
      )}
    </SignedOutForm>
  );
}

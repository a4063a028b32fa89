import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { sendTestMail } from '@twinward/contracts/system/mail';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { useSendTestMail } from './api/mail.ts';

const rules = [schemaRule(sendTestMail.body.shape.to)];

/** Sends a mail with the saved settings, and shows the mail server's response. */
export function TestMail({ address }: { address: string }): ReactNode {
  const send = useSendTestMail();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { to: address },
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label="Test mail"
      onSubmit={(event) => void handleSubmit(({ to }) => send.mutate(to))(event)}
      sx={{ maxWidth: 344, pt: 4 }}
    >
      <Field
        label="Send a test mail to"
        type="email"
        hint="Uses the saved settings."
        error={formState.errors.to?.message}
        {...register('to', checked(rules))}
      />
      <Button type="submit" variant="outlined" loading={send.isPending} sx={{ mt: 2 }}>
        Send test mail
      </Button>
      <Box role="status">
        {send.data === undefined || send.isPending ? null : (
          <AlertBar
            severity={send.data.sent ? 'success' : 'warning'}
            message={send.data.sent ? 'The mail server accepted the mail.' : 'The mail was not sent.'}
            detail={send.data.answer}
          />
        )}
      </Box>
      <ErrorState error={send.error} fallback="The mail could not be sent." />
    </Box>
  );
}

import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useMailSettings } from './api/mail.ts';
import { MailForm } from './mail-form.tsx';
import { Outbox } from './outbox.tsx';

/** What holds for the whole system. */
export function SystemPage(): ReactNode {
  const settings = useMailSettings();
  return (
    <Page title="System">
      <Stack spacing={6}>
        <Section title="Mail">
          <Loaded query={settings} rows={6} fallback="The mail settings could not be loaded.">
            {(loaded) => <MailForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section title="Outbox">
          <Outbox />
        </Section>
      </Stack>
    </Page>
  );
}

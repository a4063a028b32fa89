import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useEdition } from '../../shared/api/queries/use-edition.ts';
import { useHelpSettings, useVideoSettings } from '../../shared/api/queries/use-help.ts';
import { usePlantTimeZone } from '../../shared/api/queries/use-plant-time-zone.ts';
import { hasFlag } from '../../shared/session/flags.ts';
import { useAccess, useSession } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useIdentityProvider } from './api/identity-provider.ts';
import { useMailSettings } from './api/mail.ts';
import { useSessionSettings } from './api/session-settings.ts';
import { useEarlyPoints } from './api/use-early-points.ts';
import { DatabaseSection } from './database-section.tsx';
import { ClearDemoAction, DemoSection } from './demo-section.tsx';
import { EarlyPointsForm } from './early-points-form.tsx';
import { EditionForm } from './edition-form.tsx';
import { HelpForm } from './help-form.tsx';
import { IdentityProviderForm } from './identity-provider-form.tsx';
import { MailForm } from './mail-form.tsx';
import { Outbox } from './outbox.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SessionForm } from './session-form.tsx';
import { TestMail } from './test-mail.tsx';
import { TimeZoneForm } from './time-zone-form.tsx';
import { VideoForm } from './video-form.tsx';

/** Settings of the whole system. */
export function SystemPage(): ReactNode {
  const mail = useMailSettings();
  const edition = useEdition();
  const help = useHelpSettings();
  const videos = useVideoSettings();
  const timeZone = usePlantTimeZone();
  const earlyPoints = useEarlyPoints();
  // Administrators only: the provider and the mail server could be used to take over accounts.
  const { isAdmin, email } = useSession().user;
  const managesUsers = useAccess('users');
  return (
    <Page title="System" actions={hasFlag('demoClear') ? <ClearDemoAction /> : undefined}>
      <Stack spacing={6}>
        <Section title="Mail">
          <Loaded query={mail} rows={6} fallback="The mail settings could not be loaded.">
            {(loaded) => <MailForm settings={loaded} locked={!isAdmin} />}
          </Loaded>
          <TestMail address={email ?? ''} />
        </Section>
        <Section title="Outbox">
          <Outbox />
        </Section>
        {isAdmin ? (
          <>
            <Section title="External sign-in">
              <ExternalSignIn />
            </Section>
            <Section title="Second factor">
              <SecondFactorForm />
            </Section>
          </>
        ) : null}
        {managesUsers ? (
          <Section title="Sessions">
            <Sessions />
          </Section>
        ) : null}
        <Section title="Edition">
          <Loaded query={edition} rows={3} fallback="The edition could not be loaded.">
            {(loaded) => <EditionForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section title="Calendar">
          <Loaded query={timeZone} rows={2} fallback="The time zone could not be loaded.">
            {(loaded) => <TimeZoneForm setting={loaded} />}
          </Loaded>
        </Section>
        <Section title="Clocks of sources">
          <Loaded query={earlyPoints} rows={2} fallback="The tolerance could not be loaded.">
            {(loaded) => <EarlyPointsForm setting={loaded} />}
          </Loaded>
        </Section>
        <Section title="Database">
          <DatabaseSection />
        </Section>
        <Section title="Demo data">
          <DemoSection />
        </Section>
        <Section title="Help">
          <Loaded query={help} rows={2} fallback="The help settings could not be loaded.">
            {(loaded) => <HelpForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section title="Videos">
          <Loaded query={videos} rows={2} fallback="The videos could not be loaded.">
            {(loaded) => <VideoForm settings={loaded} />}
          </Loaded>
        </Section>
      </Stack>
    </Page>
  );
}

function Sessions(): ReactNode {
  const settings = useSessionSettings();
  return (
    <Loaded query={settings} rows={2} fallback="The session settings could not be loaded.">
      {(loaded) => <SessionForm settings={loaded} />}
    </Loaded>
  );
}

function ExternalSignIn(): ReactNode {
  const provider = useIdentityProvider();
  return (
    <Loaded query={provider} rows={4} fallback="The identity provider could not be loaded.">
      {(loaded) => <IdentityProviderForm provider={loaded} />}
    </Loaded>
  );
}

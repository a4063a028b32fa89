import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useEdition } from '../../shared/api/queries/use-edition.ts';
import { useGeneral } from '../../shared/api/queries/use-general.ts';
import { useHelpSettings, useVideoSettings } from '../../shared/api/queries/use-help.ts';
import { usePlantTimeZone } from '../../shared/api/queries/use-plant-time-zone.ts';
import { hasFlag } from '../../shared/session/flags.ts';
import { useAccess, useSession } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useIdentityProvider } from './api/identity-provider.ts';
import { useMailSettings } from './api/mail.ts';
import { useRetention, useSignInRules } from './api/retention.ts';
import { useSessionSettings } from './api/session-settings.ts';
import { useEarlyPoints } from './api/use-early-points.ts';
import { DatabaseSection } from './database-section.tsx';
import { ClearDemoAction, DemoSection } from './demo-section.tsx';
import { EarlyPointsForm } from './early-points-form.tsx';
import { EditionForm } from './edition-form.tsx';
import { EndAllSessions } from './end-all-sessions.tsx';
import { GeneralForm } from './general-form.tsx';
import { HelpForm } from './help-form.tsx';
import { IdentityProviderForm } from './identity-provider-form.tsx';
import { MailForm } from './mail-form.tsx';
import { Outbox } from './outbox.tsx';
import { RetentionForm, SignInRulesForm } from './retention-form.tsx';
import { RiskMatrixSection } from './risk-matrix-section.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SessionForm } from './session-form.tsx';
import { TestMail } from './test-mail.tsx';
import { TimeZoneForm } from './time-zone-form.tsx';
import { VideoForm } from './video-form.tsx';

/** Settings of the whole system. */
export function SystemPage(): ReactNode {
  const mail = useMailSettings();
  const edition = useEdition();
  const general = useGeneral();
  const retention = useRetention();
  const help = useHelpSettings();
  const videos = useVideoSettings();
  const timeZone = usePlantTimeZone();
  const earlyPoints = useEarlyPoints();
  // Only for administrators, since the provider and the mail server could be used to take over accounts.
  const { isAdmin, email } = useSession().user;
  const managesUsers = useAccess('users');
  return (
    <Page title="System" actions={hasFlag('demoClear') ? <ClearDemoAction /> : undefined}>
      <Stack spacing={6}>
        <Section title="General" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={general} rows={4} fallback="The general settings could not be loaded.">
            {(loaded) => <GeneralForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section
          title="Mail"
          aside={<ChangedBy>administrators; the mail server: full administrators</ChangedBy>}
        >
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
            <Section title="External sign-in" aside={<ChangedBy>full administrators</ChangedBy>}>
              <ExternalSignIn />
            </Section>
            <Section title="Second factor" aside={<ChangedBy>full administrators</ChangedBy>}>
              <SecondFactorForm />
            </Section>
          </>
        ) : null}
        {managesUsers ? (
          <>
            <Section title="Sessions" aside={<ChangedBy>security administrators</ChangedBy>}>
              <Sessions />
            </Section>
            <Section title="Sign-in rules" aside={<ChangedBy>security administrators</ChangedBy>}>
              <SignInRules />
            </Section>
          </>
        ) : null}
        <Section title="Edition" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={edition} rows={3} fallback="The edition could not be loaded.">
            {(loaded) => <EditionForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section title="Calendar" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={timeZone} rows={2} fallback="The time zone could not be loaded.">
            {(loaded) => <TimeZoneForm setting={loaded} />}
          </Loaded>
        </Section>
        <Section title="Source clocks" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={earlyPoints} rows={2} fallback="The tolerance could not be loaded.">
            {(loaded) => <EarlyPointsForm setting={loaded} />}
          </Loaded>
        </Section>
        <Section title="Risk matrix" aside={<ChangedBy>administrators</ChangedBy>}>
          <RiskMatrixSection />
        </Section>
        <Section title="Retention" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={retention} rows={2} fallback="The retention could not be loaded.">
            {(loaded) => <RetentionForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section title="Database">
          <DatabaseSection />
        </Section>
        <Section title="Demo data" aside={<ChangedBy>administrators</ChangedBy>}>
          <DemoSection />
        </Section>
        <Section title="Help" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={help} rows={2} fallback="The help settings could not be loaded.">
            {(loaded) => <HelpForm settings={loaded} />}
          </Loaded>
        </Section>
        <Section title="Videos" aside={<ChangedBy>administrators</ChangedBy>}>
          <Loaded query={videos} rows={2} fallback="The videos could not be loaded.">
            {(loaded) => <VideoForm settings={loaded} />}
          </Loaded>
        </Section>
      </Stack>
    </Page>
  );
}

/** A note with the users who may change the settings of a section. */
const ChangedBy = ({ children }: { children: string }): ReactNode => <Muted>Changed by {children}</Muted>;

function SignInRules(): ReactNode {
  const rules = useSignInRules();
  return (
    <Loaded query={rules} rows={1} fallback="The sign-in rules could not be loaded.">
      {(loaded) => <SignInRulesForm settings={loaded} />}
    </Loaded>
  );
}

function Sessions(): ReactNode {
  const settings = useSessionSettings();
  return (
    <Loaded query={settings} rows={2} fallback="The session settings could not be loaded.">
      {(loaded) => (
        <>
          <SessionForm settings={loaded} />
          <EndAllSessions />
        </>
      )}
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

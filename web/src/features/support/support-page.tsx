import { mdiContentCopy } from '@mdi/js';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useHelpSettings } from '../../shared/api/queries/use-help.ts';
import { readFlags } from '../../shared/session/flags.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { linkTo } from '../../ui/format/link-to.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { diagnosticsText, listDiagnostics } from './diagnostics.ts';

/** The contact of support, and diagnostics to send. */
export function SupportPage(): ReactNode {
  const help = useHelpSettings();
  return (
    <Page title="Support">
      <Stack spacing={6}>
        <Section title="Contact support">
          <Loaded query={help} rows={2} fallback="The support address could not be loaded.">
            {({ support, documentation }) => (
              <>
                {support === '' ? (
                  <EmptyState
                    title="No support address is set."
                    hint="An administrator can set one on the system page. Until then, contact the operator of your Twinward server."
                  />
                ) : (
                  <Typography sx={{ py: 2 }}>
                    <Link href={linkTo(support)}>{support}</Link>
                  </Typography>
                )}
                <Typography>
                  Many questions are answered in the{' '}
                  <Link href={documentation} target="_blank" rel="noopener noreferrer">
                    documentation
                  </Link>
                  .
                </Typography>
              </>
            )}
          </Loaded>
        </Section>
        <Diagnostics />
      </Stack>
    </Page>
  );
}

function Diagnostics(): ReactNode {
  const session = useSession();
  const [outcome, setOutcome] = useState('');
  const facts = listDiagnostics(session, navigator.userAgent, readFlags(), {
    width: window.innerWidth,
    height: window.innerHeight,
  });
  const copy = (): void => {
    // Browsers offer the clipboard only in secure contexts.
    const writing = navigator.clipboard?.writeText(diagnosticsText(facts)) ?? Promise.reject();
    void writing.then(
      () => setOutcome('Copied.'),
      () => setOutcome('The browser blocked copying. Select the lines above and copy them.'),
    );
  };
  return (
    <Section title="Diagnostic information">
      <Typography sx={{ py: 2 }}>Include this with your question.</Typography>
      <Facts facts={facts} />
      <Stack direction="row" spacing={3} sx={{ alignItems: 'center', pt: 4 }}>
        <Button variant="outlined" startIcon={<Icon path={mdiContentCopy} />} onClick={copy}>
          Copy
        </Button>
        <Muted role="status">{outcome}</Muted>
      </Stack>
    </Section>
  );
}

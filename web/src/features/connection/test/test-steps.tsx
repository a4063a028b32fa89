import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiMinusCircleOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TestStep, TestStepName } from '@twinward/contracts/connections/request';
import { type ReactNode, useState } from 'react';
import { WarningDialog } from '../../../ui/dialogs/warning-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { stateText } from '../../../ui/theme/theme.ts';
import { useTrustCertificate } from '../api/requests.ts';

const stepLabels: Record<TestStepName, string> = {
  resolve: 'Name resolved',
  reach: 'Reached',
  encrypt: 'Encrypted',
  'sign-in': 'Signed in',
  read: 'May read',
  write: 'May write',
};

const looks = {
  passed: { icon: mdiCheckCircleOutline, label: 'Passed', tone: 'success' },
  failed: { icon: mdiAlertCircleOutline, label: 'Failed', tone: 'error' },
  skipped: { icon: mdiMinusCircleOutline, label: 'Skipped', tone: null },
} as const;

/** The steps of a test with their results, and what to do. */
export function TestSteps({
  connectionId,
  steps,
  onTrusted,
}: {
  connectionId: number;
  steps: readonly TestStep[];
  /** Called after the certificate of the server was trusted. */
  onTrusted: () => void;
}): ReactNode {
  return (
    <Box component="ol" aria-label="Steps" sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 720 }}>
      {steps.map((step) => {
        const { icon, label, tone } = looks[step.state];
        return (
          <Box
            component="li"
            key={step.step}
            sx={{ display: 'flex', gap: 3, py: 2, borderBottom: 1, borderColor: 'divider' }}
          >
            <Icon
              path={icon}
              label={label}
              sx={{
                color: (theme) => (tone === null ? theme.palette.text.secondary : stateText(theme, tone)),
              }}
            />
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Typography sx={{ fontWeight: 600 }}>{stepLabels[step.step]}</Typography>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {step.message}
              </Typography>
              {step.advice === null ? null : <Muted sx={{ overflowWrap: 'anywhere' }}>{step.advice}</Muted>}
              {step.certificate === null ? null : (
                <ServerCertificate
                  connectionId={connectionId}
                  certificate={step.certificate}
                  onTrusted={onTrusted}
                />
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

function ServerCertificate({
  connectionId,
  certificate: { subject, fingerprint, validTo, isTrusted },
  onTrusted,
}: {
  connectionId: number;
  certificate: NonNullable<TestStep['certificate']>;
  onTrusted: () => void;
}): ReactNode {
  const trust = useTrustCertificate(connectionId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Box sx={{ pt: 2 }}>
      <Facts
        facts={[
          ['Certificate', subject],
          ['Fingerprint', <Fingerprint key="fingerprint" text={fingerprint} />],
          ['Expires', <Time key="expires" value={validTo} />],
        ]}
      />
      {isTrusted ? null : (
        <Button variant="outlined" sx={{ mt: 2 }} loading={trust.isPending} onClick={() => setIsAsking(true)}>
          Trust
        </Button>
      )}
      <ErrorState error={trust.error} fallback="The certificate could not be trusted." />
      {isAsking ? (
        <WarningDialog
          title="Trust this certificate?"
          onYes={() => {
            setIsAsking(false);
            trust.mutate(fingerprint, { onSuccess: onTrusted });
          }}
          onNo={() => setIsAsking(false)}
        >
          The owner of this certificate can read the password of this connection. Compare the fingerprint with
          the one on the server:
          <Box sx={{ pt: 2 }}>
            <Fingerprint text={fingerprint} />
          </Box>
        </WarningDialog>
      ) : null}
    </Box>
  );
}

/** A fingerprint in groups of four digits, for comparison. */
const Fingerprint = ({ text }: { text: string }): ReactNode => (
  <Box component="span" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
    {text.replace(/(.{4})(?=.)/g, '$1 ')}
  </Box>
);

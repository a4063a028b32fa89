import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { Advisory, WorkRequest } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { twinPath } from '../../shared/address/paths.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useSendWorkRequest } from './api/advisories.ts';

const phases = { open: 'Open', completed: 'Completed', canceled: 'Canceled' } as const;

/** The work request of an advisory: its content, target system, time, and the state of the work there. */
export function WorkRequestSection({ advisory }: { advisory: Advisory }): ReactNode {
  const { work, workRequest } = advisory;
  const asked = workRequest?.request ?? work;
  if (asked === null) return null;
  return (
    <Section title="Work request">
      {workRequest === null ? null : <Trouble advisory={advisory} request={workRequest} />}
      <Facts
        facts={[
          ...(workRequest === null
            ? [['Status', 'Sent when the advisory becomes active'] as const]
            : listFacts(advisory, workRequest)),
          ['Type', asked.type ?? '–'],
          ['Priority', asked.priority ?? '–'],
          ['Short description', asked.shortDescription || '–'],
          ['Description', asked.description || '–'],
        ]}
      />
    </Section>
  );
}

function listFacts(advisory: Advisory, request: WorkRequest): (readonly [string, ReactNode])[] {
  const { status, number, url, connection, phase, sentAt, checkedAt, workId } = request;
  const facts: (readonly [string, ReactNode])[] = [['Status', status]];
  if (number !== null) {
    facts.push(['Number', url === null ? number : <RemoteLink key="number" url={url} number={number} />]);
  }
  if (phase !== null) facts.push(['Remote work status', phases[phase]]);
  if (connection !== null) facts.push(['Sent by', connection.name]);
  if (sentAt !== null) facts.push(['Sent', <Time key="sent" value={sentAt} />]);
  if (checkedAt !== null) facts.push(['Last checked', <Time key="checked" value={checkedAt} />]);
  if (workId !== null) {
    facts.push([
      'Work record',
      <TextLink key="work" to={`${twinPath(advisory.twinId)}/work`}>
        Recorded
      </TextLink>,
    ]);
  }
  return facts;
}

/** Shows a number as a link if the URL is HTTP or HTTPS. */
const RemoteLink = ({ url, number }: { url: string; number: string }): ReactNode =>
  /^https?:\/\//i.test(url) ? (
    <Link href={url} target="_blank" rel="noreferrer">
      {number}
    </Link>
  ) : (
    number
  );

/** Shows why a request was not sent, and what to do. */
function Trouble({ advisory, request }: { advisory: Advisory; request: WorkRequest }): ReactNode {
  const mayWrite = useAccess('write:advisory');
  const sending = useSendWorkRequest(advisory.id);
  const { connection, sentAt, error, attempts, retryAt } = request;
  if (sentAt !== null) return null;
  if (connection === null) {
    return (
      <Box sx={{ pb: 2 }}>
        <Alert severity="info" variant="outlined">
          No connection is set for work requests. Choose one for the twin, its asset or, in the connection
          settings, for the whole system.
        </Alert>
      </Box>
    );
  }
  if (error === null) return null;
  return (
    <Box sx={{ pb: 2 }}>
      <Alert
        severity="warning"
        variant="outlined"
        action={
          mayWrite ? (
            <Button color="inherit" loading={sending.isPending} onClick={() => sending.mutate()}>
              Send now
            </Button>
          ) : undefined
        }
      >
        {error} {attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`}{' '}
        {retryAt === null ? (
          'Fix the cause, then choose Send now.'
        ) : (
          <>
            Next attempt: <Time value={retryAt} />.
          </>
        )}
      </Alert>
      <ErrorState error={sending.error} fallback="The work request could not be sent." />
    </Box>
  );
}

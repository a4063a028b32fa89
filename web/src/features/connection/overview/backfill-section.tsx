import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Connection, ConnectionTracking } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useRenewWhen } from '../../../shared/api/mutation-effects.ts';
import { isUnfinished, useCommand } from '../../../shared/api/queries/use-command.ts';
import { CommandCourse } from '../../../shared/command/command-course.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { notADate } from '../../../ui/form/date-value.ts';
import { useNow } from '../../../ui/format/clock.ts';
import { formatCount, formatDateTime } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useReadHistory } from '../api/requests.ts';

/** The URL parameter with the id of the command that reads the history. */
const commandName = 'history';

/** The history read from the other system, and a button that reads more. */
export function BackfillSection({ connection }: { connection: Connection }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const commandId = search.get(commandName);
  const { backfills } = connection.tracking;
  return (
    <Section
      title="History"
      aside={
        <Button variant="outlined" disabled={connection.tags === 0} onClick={() => setIsAsking(true)}>
          Read history
        </Button>
      }
    >
      <Muted sx={{ pb: 2 }}>
        {connection.tags === 0
          ? 'No tags yet. Browse the system and create tags first.'
          : 'Gaps are filled automatically. Older points are read when you ask for them.'}
      </Muted>
      {commandId === null ? null : <HistoryCourse commandId={commandId} />}
      {backfills.map((backfill) => (
        <Backfill key={backfill.id} backfill={backfill} />
      ))}
      {isAsking ? (
        <HistoryDialog
          connection={connection}
          onStarted={(id) => {
            setIsAsking(false);
            setSearch({ [commandName]: id }, { replace: true });
          }}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Section>
  );
}

function Backfill({ backfill }: { backfill: ConnectionTracking['backfills'][number] }): ReactNode {
  const timeZone = useTimeZone();
  const [from, to, done] = [backfill.from, backfill.to, backfill.doneTo].map((time) => Date.parse(time)) as [
    number,
    number,
    number,
  ];
  const tags = backfill.tags === null ? 'all tags' : `${formatCount(backfill.tags)} tags`;
  return (
    <ProgressLine
      label={`${formatDateTime(from, timeZone)} to ${formatDateTime(to, timeZone)}, ${tags}:`}
      percent={to <= from ? 100 : Math.min(100, Math.max(0, ((done - from) / (to - from)) * 100))}
    />
  );
}

function HistoryCourse({ commandId }: { commandId: string }): ReactNode {
  const { data: command, error } = useCommand(commandId);
  useRenewWhen(command !== undefined && !isUnfinished(command.status), ['connections']);
  if (error !== null) return <ErrorState error={error} fallback="The progress could not be loaded." />;
  if (command === undefined) return null;
  if (isUnfinished(command.status)) return <CommandCourse command={command} label="Reading history:" />;
  if (command.status === 'error') {
    return <AlertBar severity="error" message={command.error ?? 'The history could not be read.'} />;
  }
  return (
    <AlertBar
      severity="info"
      message={
        command.status === 'canceled' ? 'Canceled. Points that were already read are kept.' : 'History read.'
      }
    />
  );
}

function HistoryDialog({
  connection,
  onStarted,
  onClose,
}: {
  connection: Connection;
  onStarted: (commandId: string) => void;
  onClose: () => void;
}): ReactNode {
  const read = useReadHistory(connection.id);
  const now = useNow();
  const [from, setFrom] = useState<string | null>(null);
  const isTime = from !== null && from !== notADate && Date.parse(from) < now;
  return (
    <FormDialog
      title="Read history"
      action="Read"
      onSubmit={() => {
        if (from !== null) read.mutate(from, { onSuccess: ({ commandId }) => onStarted(commandId) });
      }}
      disabled={!isTime}
      saving={read}
      fallback="The history could not be read."
      errorFirst
      py={0}
      onClose={onClose}
    >
      <Typography>
        {`Reads the history of the system into ${formatCount(connection.tags)} tags. Stored points do not change.`}
      </Typography>
      <DateTimeInput
        label="Since"
        required
        value={from}
        error={from !== null && from !== notADate && !isTime ? 'Please choose an earlier date.' : undefined}
        onChange={setFrom}
      />
    </FormDialog>
  );
}

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DemoKind, DemoStatus } from '@twinward/contracts/system/demo';
import { type ReactNode, useState } from 'react';
import { useCommand } from '../../shared/api/queries/use-command.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useClearDemo, useDemo, useLoadDemo, useRestartDemo } from './api/demo.ts';

/** Singular and plural of each kind. */
const nouns: Record<DemoKind, readonly [string, string]> = {
  asset: ['asset', 'assets'],
  twin: ['twin', 'twins'],
  tag: ['tag', 'tags'],
  input: ['input', 'inputs'],
  protection: ['protection', 'protections'],
  'failure mode': ['failure mode', 'failure modes'],
  activity: ['activity', 'activities'],
  'marked range': ['marked range', 'marked ranges'],
  advisory: ['advisory', 'advisories'],
  work: ['work item', 'work items'],
  record: ['record', 'records'],
  'record type': ['record type', 'record types'],
  'risk analysis': ['risk analysis', 'risk analyses'],
  query: ['query', 'queries'],
  dashboard: ['dashboard', 'dashboards'],
  'twin model': ['twin model', 'twin models'],
  benchmark: ['benchmark example', 'benchmark examples'],
  'asset of a risk analysis': ['asset of a risk analysis', 'assets of risk analyses'],
};

/** '101 assets, 1 twin and 3 tags'. */
function countsText(counts: DemoStatus['own']): string {
  const texts = counts.map(({ kind, count }) => `${formatCount(count)} ${nouns[kind][count === 1 ? 0 : 1]}`);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** The demo records, with buttons to delete or load them. */
export function DemoSection(): ReactNode {
  const demo = useDemo();
  return (
    <Loaded query={demo} rows={2} fallback="The demo data could not be loaded.">
      {(status) => (
        <Stack spacing={3} sx={{ alignItems: 'start', pt: 2 }}>
          <Typography>
            {status.isLoaded ? `The demo created ${countsText(status.records)}.` : 'No demo data is loaded.'}
          </Typography>
          {status.isLoaded ? <Typography>{status.isLiving ? living : recorded}</Typography> : null}
          {status.commandId === null ? (
            status.isLoaded ? (
              <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap' }}>
                <ClearDemo status={status} />
                {status.isLiving ? null : <RestartDemo status={status} />}
              </Stack>
            ) : (
              <LoadDemo />
            )
          ) : (
            <DemoCommand commandId={status.commandId} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** A button beside the title of the page, shown while demo data exist. */
export function ClearDemoAction(): ReactNode {
  const { data } = useDemo();
  return data?.isLoaded && data.commandId === null ? <ClearDemo status={data} /> : null;
}

const living =
  'Living demo: recorded data of the machine, the engines and the live reactor is replayed in real time.';
const recorded = 'Recorded demo: the last points are from February 2014.';

function ClearDemo({ status }: { status: DemoStatus }): ReactNode {
  return (
    <AskedClearing
      status={status}
      label="Clear demo data"
      title="Clear demo data?"
      command={useClearDemo()}
      fallback="The demo data could not be cleared."
    />
  );
}

/** Clears the recorded demo, and loads it again as a living demo. */
function RestartDemo({ status }: { status: DemoStatus }): ReactNode {
  return (
    <AskedClearing
      status={status}
      label="Start the living demo"
      title="Clear the recorded demo and start the living one?"
      command={useRestartDemo()}
      fallback="The living demo could not be started."
    />
  );
}

interface AskedClearingProps {
  status: DemoStatus;
  label: string;
  title: string;
  command: ReturnType<typeof useClearDemo>;
  fallback: string;
}

/** Starts a command that deletes the demo records, after a dialog with their counts. */
function AskedClearing({
  status: { records, own },
  label,
  title,
  command,
  fallback,
}: AskedClearingProps): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <ErrorState error={command.error} fallback={fallback} />
      {isAsked ? (
        <ConfirmDialog
          title={title}
          yes={label}
          width={480}
          busy={command.isPending}
          onYes={() => command.mutate(undefined, { onSettled: () => setIsAsked(false) })}
          onNo={() => setIsAsked(false)}
        >
          <Typography>{`This deletes ${countsText(records)}, with their points and excursions.`}</Typography>
          <Typography sx={{ pt: 3 }}>
            {own.length === 0
              ? 'No records of users depend on them.'
              : `Records of users that depend on them are deleted too: ${countsText(own)}.`}
          </Typography>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function LoadDemo(): ReactNode {
  const load = useLoadDemo();
  return (
    <>
      <Button variant="outlined" loading={load.isPending} onClick={() => load.mutate()}>
        Load demo
      </Button>
      <ErrorState error={load.error} fallback="The demo could not be loaded." />
    </>
  );
}

/** The progress of the command that clears or loads the demo. */
function DemoCommand({ commandId }: { commandId: string }): ReactNode {
  const { data } = useCommand(commandId);
  if (data === undefined) return null;
  return (
    <ProgressLine
      label={data.type === 'clear-demo' ? 'Clearing the demo data:' : 'Loading the demo:'}
      percent={data.status === 'queued' ? null : data.percent}
    />
  );
}

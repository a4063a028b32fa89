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
import { useClearDemo, useDemo, useLoadDemo } from './api/demo.ts';

/** One and several of each kind. */
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
  work: ['item of work', 'items of work'],
  record: ['record', 'records'],
  'record type': ['record type', 'record types'],
  benchmark: ['example of a benchmark', 'examples of benchmarks'],
  'asset of a risk analysis': ['asset of a risk analysis', 'assets of risk analyses'],
};

/** '101 assets, 1 twin and 3 tags'. */
function countsText(counts: DemoStatus['own']): string {
  const texts = counts.map(({ kind, count }) => `${formatCount(count)} ${nouns[kind][count === 1 ? 0 : 1]}`);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** The records of the demo, and how to delete or load them. */
export function DemoSection(): ReactNode {
  const demo = useDemo();
  return (
    <Loaded query={demo} rows={2} fallback="The demo data could not be loaded.">
      {(status) => (
        <Stack spacing={3} sx={{ alignItems: 'start', pt: 2 }}>
          <Typography>
            {status.isLoaded ? `The demo made ${countsText(status.records)}.` : 'No demo data is loaded.'}
          </Typography>
          {status.commandId === null ? (
            status.isLoaded ? (
              <ClearDemo status={status} />
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

/** Beside the title of the page, while there is demo data. */
export function ClearDemoAction(): ReactNode {
  const { data } = useDemo();
  return data?.isLoaded && data.commandId === null ? <ClearDemo status={data} /> : null;
}

function ClearDemo({ status: { records, own } }: { status: DemoStatus }): ReactNode {
  const clear = useClearDemo();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setIsAsked(true)}>
        Clear demo data
      </Button>
      {clear.error ? <ErrorState error={clear.error} fallback="The demo data could not be cleared." /> : null}
      {isAsked ? (
        <ConfirmDialog
          title="Clear demo data?"
          yes="Clear demo data"
          width={480}
          busy={clear.isPending}
          onYes={() => clear.mutate(undefined, { onSettled: () => setIsAsked(false) })}
          onNo={() => setIsAsked(false)}
        >
          <Typography>{`This deletes ${countsText(records)}, with their points and excursions.`}</Typography>
          <Typography sx={{ pt: 3 }}>
            {own.length === 0
              ? 'No records of people belong to them.'
              : `Records of people that belong to them are deleted too: ${countsText(own)}.`}
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
      {load.error ? <ErrorState error={load.error} fallback="The demo could not be loaded." /> : null}
    </>
  );
}

/** How far the command is that clears or loads the demo. */
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

import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MeasuredMtbf, MtbfBasis } from '@twinward/contracts/assets/mtbf';
import { DAY } from '@twinward/domain/duration';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount, formatDuration, formatSpan } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Why } from '../../ui/page/why.tsx';
import { useAccess } from '../session/session-context.tsx';
import { mtbfDays } from './mtbf-days.ts';
import { MtbfTrend } from './mtbf-trend.tsx';
import { useCalculateMtbf, useMtbf } from './use-mtbf.ts';

/**
 * The measured mean time between failures of an asset: in days, with its trend, an explanation, and a button to
 * recalculate it for users who may write assets.
 */
export function MtbfSection({
  assetId,
  workPath,
}: {
  assetId: number;
  /** Link to the work from which it is measured. */
  workPath?: string;
}): ReactNode {
  const measured = useMtbf(assetId);
  const calculate = useCalculateMtbf(assetId);
  const mayWrite = useAccess('write:asset');
  return (
    <Section
      title="Measured MTBF"
      aside={
        mayWrite ? (
          <Button loading={calculate.isPending} onClick={() => calculate.mutate()}>
            Calculate
          </Button>
        ) : null
      }
    >
      <ErrorState error={calculate.error} fallback="The MTBF could not be calculated." />
      <Loaded query={measured} rows={2} fallback="The measured MTBF could not be loaded.">
        {(found) => <Measured measured={found} workPath={workPath} />}
      </Loaded>
    </Section>
  );
}

function Measured({
  measured: { failureData, calculatedAt, lowConfidence, basis },
  workPath,
}: {
  measured: MeasuredMtbf;
  workPath: string | undefined;
}): ReactNode {
  if (basis === null) {
    return <Typography sx={{ color: 'text.secondary' }}>Not calculated yet.</Typography>;
  }
  return (
    <Stack spacing={1} sx={{ py: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
        <Typography component="span" sx={{ fontSize: '1.5rem', fontWeight: 600 }}>
          {shownMtbf(failureData.mtbf, basis)}
        </Typography>
        <MtbfTrend {...failureData} />
        <Why
          subject="the measured MTBF"
          formula="MTBF = (window - downtime) / failures"
          inputs={[
            ['Failures', formatCount(basis.failureCount)],
            ['Window', basis.window ? <WindowText key="window" window={basis.window} /> : 'None'],
            ['Downtime', formatDuration(basis.downtime)],
            ['Work considered', formatCount(basis.workCount)],
            ['Previous', failureData.previousMtbf === null ? '–' : mtbfDays(failureData.previousMtbf)],
            ...basis.failures
              .slice(0, 5)
              .map(
                ({ start, work }, index) =>
                  [
                    `Failure ${basis.failureCount - index}`,
                    work.map(({ name }) => name).join(', '),
                    start,
                  ] as const,
              ),
          ]}
          note="Completed corrective work is a failure. Work that starts less than 24 hours after the first start of a failure, or before its latest end, belongs to it. Downtime is the time covered by the work. The window starts with the twin or its oldest work, whichever is later."
          {...(workPath === undefined ? {} : { links: [{ label: 'Work', to: workPath }] })}
        />
        {basis.failureCount > 0 && lowConfidence ? <Chip size="small" label="Low confidence" /> : null}
      </Stack>
      <Muted>
        {`${formatCount(basis.failureCount)} ${basis.failureCount === 1 ? 'failure' : 'failures'}, calculated `}
        <Time value={calculatedAt} />
      </Muted>
    </Stack>
  );
}

function shownMtbf(mtbf: string | null, { window: looked }: MtbfBasis): string {
  if (mtbf !== null) return mtbfDays(mtbf);
  if (looked === null) return 'No data';
  const days = Math.floor((Date.parse(looked.to) - Date.parse(looked.from)) / DAY);
  return `> ${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}

function WindowText({ window: { from, to } }: { window: { from: string; to: string } }): ReactNode {
  return (
    <>
      {formatSpan(Date.parse(to) - Date.parse(from))} (<Time value={from} /> – <Time value={to} />)
    </>
  );
}

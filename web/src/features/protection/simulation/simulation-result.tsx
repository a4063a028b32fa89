import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { findInputs } from '@twinward/domain/evaluation';
import { type ReactNode, useMemo, useState } from 'react';
import { AnswerWhy } from '../../../shared/patterns/lazy-answer-why.ts';
import { inputUnit } from '../../../shared/units/input-unit.ts';
import { plotFrame } from '../../../ui/chart/plot.ts';
import { RangeBar } from '../../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount, formatTimes } from '../../../ui/format/format.ts';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { downloadExcursions, type useSimulationActions, useSummary } from '../api/simulations.ts';
import { ProtectionSignal } from '../protection-signal.tsx';
import { Comparison } from './comparison.tsx';
import { ExcursionPages } from './excursion-pages.tsx';
import { Gantt, thresholdItems } from './gantt.tsx';
import { ItemsTable } from './items-table.tsx';
import { SimulatedScore } from './simulated-score.tsx';

const whole = { kind: 'preset', preset: 'all' } as const;
const chartHeight = 180;
const signalsAtMost = 4;
const none: never[] = [];

/** The result of a simulation: signals, excursions, items, score and actions. */
export function SimulationResult({
  simulation,
  protection,
  aliases,
  mayWrite,
  actions,
}: {
  simulation: Simulation;
  protection: Protection;
  aliases: readonly TagAlias[];
  mayWrite: boolean;
  actions: ReturnType<typeof useSimulationActions>;
}): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const [asked, setAsked] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const extent = useMemo(
    () => ({ from: Date.parse(simulation.startTime), to: Date.parse(simulation.endTime) }),
    [simulation.startTime, simulation.endTime],
  );
  const chartRange = useChartRange(extent, whole);
  const { range, dispatch } = chartRange;
  const frame = useMemo(() => plotFrame(width, false), [width]);
  const inputs = findInputs(protection, aliases)
    .filter(({ type, mappedTagId }) => type === 'data_point' && mappedTagId !== null)
    .slice(0, signalsAtMost);
  return (
    <Stack spacing={5}>
      <Outcome simulation={simulation} mayWrite={mayWrite} actions={actions} />
      <Section title="Signals and excursions" aside={<ViewSwitch view={view} onView={setView} />}>
        <Box ref={measure} sx={{ minWidth: 0 }}>
          <RangeBar {...chartRange} />
          {width === 0 ? null : (
            <Box sx={{ pt: 2 }}>
              {inputs.map((input) => (
                <ProtectionSignal
                  key={input.id}
                  input={{
                    name: input.name,
                    tagId: input.mappedTagId!,
                    tagName: input.mappedTagName,
                    unit: inputUnit(input),
                  }}
                  protection={protection}
                  bands={none}
                  height={chartHeight}
                  chartRange={chartRange}
                  view={view}
                  frame={frame}
                  cursor={cursor}
                  onCursor={setCursor}
                />
              ))}
              {view === 'table' ? (
                <ExcursionPages simulation={simulation} range={range} onRange={dispatch} />
              ) : (
                <Gantt
                  simulation={simulation}
                  protection={protection}
                  range={range}
                  frame={frame}
                  cursor={cursor}
                  onCursor={setCursor}
                  onRange={dispatch}
                  onAsk={(time) => setAsked(Math.round(time))}
                />
              )}
              {asked === null || protection.indicatorPattern === null ? null : (
                <AnswerWhy
                  key={asked}
                  protectionId={protection.id}
                  patterns={protection.indicatorPattern.patterns}
                  time={asked}
                  onClose={() => setAsked(null)}
                />
              )}
            </Box>
          )}
        </Box>
      </Section>
      <Section title={simulation.comparison === null ? 'Results' : 'Results of the saved logic'}>
        <ItemsTable label="Results" items={simulation.tracking!.results} />
      </Section>
      {simulation.comparison === null ? null : (
        <>
          <Section title="Results of the other logic">
            <ItemsTable label="Results of the other logic" items={simulation.comparison.results} />
          </Section>
          <Comparison simulation={simulation} mayWrite={mayWrite} onRange={dispatch} />
        </>
      )}
      <SimulatedScore
        simulation={simulation}
        twinId={protection.twinId}
        range={range}
        mayWrite={mayWrite}
        onRange={dispatch}
      />
    </Stack>
  );
}

/** '129 excursions' */
export const foundText = ({ excursions }: { excursions: number }): string =>
  excursions === 1 ? '1 excursion' : `${formatCount(excursions)} excursions`;

/** A short summary with the next actions. */
function Outcome({
  simulation,
  mayWrite,
  actions: { apply, remove },
}: {
  simulation: Simulation;
  mayWrite: boolean;
  actions: ReturnType<typeof useSimulationActions>;
}): ReactNode {
  const [isApplying, setIsApplying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const summary = useSummary(simulation.indicatorId, simulation.id);
  const { id, stale, stats, comparison } = simulation;
  const save = (variant: '0' | '1'): void => {
    setFailure(null);
    downloadExcursions(id, variant, simulation.indicatorName).catch(setFailure);
  };
  const later = summary.data?.numDataPointsSinceCompletion ?? 0;
  const unkept = thresholdItems(simulation.tracking!.results).reduce(
    (sum, { count, excursionCount }) => sum + count - excursionCount,
    0,
  );
  const error = failure ?? apply.error ?? remove.error;
  return (
    <Box role="group" aria-label="Outcome">
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
        <LevelChip level={simulation.tracking!.indicatorLevel} />
        <Typography>
          {foundText(stats!)}
          {unkept === 0 ? '' : `, ${formatTimes(unkept)} not kept`} from <Time value={simulation.startTime} />{' '}
          to <Time value={simulation.endTime} />
        </Typography>
        <Muted>
          {formatCount(stats!.points)} points in {(stats!.milliseconds / 1000).toFixed(1)} s; done{' '}
          <Time value={summary.data?.completeTime ?? simulation.jobStatusDate} />
          {later === 0 ? '' : `; about ${formatCount(later)} points arrived after it ended`}
        </Muted>
        <Stack direction="row" spacing={2} sx={{ ml: { sm: 'auto' }, alignItems: 'center' }}>
          {mayWrite ? (
            <Button variant="outlined" disabled={stale} onClick={() => setIsApplying(true)}>
              Apply
            </Button>
          ) : null}
          <ActionsMenu
            label="Actions for the simulation"
            actions={[
              { label: 'Export excursions', onChoose: () => save('0') },
              ...(comparison === null
                ? []
                : [{ label: 'Export excursions of the other logic', onChoose: () => save('1') }]),
              ...(mayWrite ? [{ label: 'Delete simulation', onChoose: () => remove.mutate() }] : []),
            ]}
          />
        </Stack>
      </Stack>
      {stale ? (
        <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
          The protection has changed since this simulation. Simulate it again before you apply the results.
        </Alert>
      ) : null}
      <ErrorState error={error} fallback="The simulation could not be applied, exported or deleted." />
      {isApplying ? (
        <ConfirmDialog
          title="Apply the simulation?"
          yes="Apply"
          no="Cancel"
          width={400}
          busy={apply.isPending}
          onYes={() => apply.mutate(id, { onSettled: () => setIsApplying(false) })}
          onNo={() => setIsApplying(false)}
        >
          The results{comparison === null ? '' : ' of the saved logic'} replace the protection’s excursions
          and levels in this range. The simulation is then deleted. Nobody is notified.
        </ConfirmDialog>
      ) : null}
    </Box>
  );
}

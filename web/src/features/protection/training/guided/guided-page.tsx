import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { trainPath } from '../../../../shared/address/paths.ts';
import { useRenewWhen } from '../../../../shared/api/mutation-effects.ts';
import { useAccess } from '../../../../shared/session/session-context.tsx';
import { monitorCrumbs } from '../../../../shared/twin/twin-crumbs.ts';
import { plotFrame } from '../../../../ui/chart/plot.ts';
import type { Range } from '../../../../ui/chart/range.ts';
import { useChartRange } from '../../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../../ui/chart/use-element-width.ts';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { Page } from '../../../../ui/page/page.tsx';
import { isTraining, useTraining, useTrainingActions } from '../../api/patterns.ts';
import { lackingForTraining } from '../draft.ts';
import { Marking } from '../marking.tsx';
import type { PatternPageProps } from '../pattern-page-props.ts';
import { RangesSection } from '../ranges-section.tsx';
import { useChosenPattern } from '../use-chosen-pattern.ts';
import { usePatternEdit } from '../use-pattern-edit.tsx';
import { InputsStep } from './inputs-step.tsx';
import { PatternsStep } from './patterns-step.tsx';
import { StepFoot } from './step-foot.tsx';
import { StepList } from './step-list.tsx';
import { doneSteps, firstOpen, type StepId, steps } from './steps.ts';
import { ThresholdsStep } from './thresholds-step.tsx';
import { TrainStep } from './train-step.tsx';

const wholeHistory = { kind: 'preset', preset: 'all' } as const;

/** `/apps/protections/:id/train2`: a wizard that sets up a pattern protection in five steps. */
export function GuidedPage({ twin, protection, aliases, set, inputs, extent }: PatternPageProps): ReactNode {
  const mayWrite = useAccess('write:protection');
  const pattern = usePatternEdit(set);
  const { edit } = pattern;
  const training = useTraining(set.id).data ?? null;
  const actions = useTrainingActions(set.id);
  const [measure, width] = useElementWidth();
  const frame = useMemo(() => plotFrame(width, false), [width]);
  const chartRange = useChartRange(extent, wholeHistory);
  const [selected, select] = useState<string | null>(null);
  const done = doneSteps(protection, edit.draft, set);
  const [step, setStep] = useStep(done);
  const { patterns } = edit.draft;
  const [chosen, choose] = useChosenPattern(patterns);
  useRenewWhen(training?.jobStatus === 'done', ['patterns', 'protections', 'tag-aliases']);

  /** Saves changes, then opens a step. */
  const open = async (next: StepId): Promise<void> => {
    if (mayWrite && edit.isDirty && (await edit.save()) === null) return;
    setStep(next);
  };
  const train = async (): Promise<void> => {
    if (edit.isDirty && (await edit.save()) === null) return;
    actions.train.mutate();
  };
  const show = ({ from, to }: Range): void =>
    chartRange.dispatch({ type: 'select', from: from - (to - from), to: to + (to - from) });
  const at = steps.findIndex(({ id }) => id === step);
  const foot = (lacking: string | null): ReactNode => (
    <StepFoot
      isBusy={edit.isSaving}
      lacking={mayWrite ? lacking : null}
      onBack={() => void open(steps[at - 1]!.id)}
      onNext={() => void open(steps[at + 1]!.id)}
    />
  );
  const hasPattern = patterns.some((one) => !one.default);

  return (
    <Page
      title={`Patterns of ${protection.name}, step by step`}
      breadcrumbs={monitorCrumbs(twin.id, twin.assetName)}
      state={edit.isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
      actions={
        <Button component={Link} to={trainPath(protection.id)}>
          All on one page
        </Button>
      }
    >
      <StepList current={step} done={done} onOpen={(next) => void open(next)} />
      <ErrorState error={edit.failure} fallback="The pattern set could not be saved." />
      <Box ref={measure} component="section" aria-label={steps[at]!.label} sx={{ pt: 4 }}>
        {step === 'inputs' ? (
          <InputsStep
            key={protection.version}
            protection={protection}
            aliases={aliases}
            readOnly={!mayWrite}
            onNext={() => setStep('patterns')}
          />
        ) : step === 'patterns' ? (
          <>
            <PatternsStep
              twinId={twin.id}
              pattern={pattern}
              chosen={chosen.id}
              readOnly={!mayWrite}
              onChoose={choose}
            />
            {foot(hasPattern ? null : 'Add a pattern to recognise.')}
          </>
        ) : step === 'ranges' ? (
          <>
            <Typography sx={{ pb: 2, maxWidth: 720 }}>
              Add the ranges in which each pattern occurred, and normal running for 'No match'. Start with the
              proposals, then drag over the signals to add more. From one good example you can find similar
              ranges.
            </Typography>
            <Marking
              protection={protection}
              inputs={inputs}
              pattern={pattern}
              chartRange={chartRange}
              frame={frame}
              chosen={chosen.id}
              selected={selected}
              readOnly={!mayWrite}
              onChoose={choose}
              onSelect={select}
            />
            <Box sx={{ pt: 4 }}>
              <RangesSection
                setId={set.id}
                pattern={pattern}
                chosen={chosen.id}
                selected={selected}
                readOnly={!mayWrite}
                first="proposals"
                onSelect={select}
                onShow={show}
              />
            </Box>
            {foot(lackingForTraining(edit.draft))}
          </>
        ) : step === 'train' ? (
          <>
            <TrainStep
              set={set}
              pattern={pattern}
              training={training}
              actions={actions}
              lacking={lackingForTraining(edit.draft)}
              readOnly={!mayWrite}
              onTrain={() => void train()}
            />
            {foot(
              set.model === null
                ? training !== null && isTraining(training)
                  ? 'The training is still running.'
                  : 'Train the patterns first.'
                : null,
            )}
          </>
        ) : (
          <ThresholdsStep
            key={set.patterns.map(({ name }) => name).join('\n')}
            protection={protection}
            patterns={set.patterns}
            extent={extent}
            readOnly={!mayWrite}
            onBack={() => setStep('train')}
            leaveFreely={pattern.leaveFreely}
          />
        )}
      </Box>
      {pattern.dialog}
    </Page>
  );
}

/** The step in the URL; by default, the first one that is not done. */
function useStep(done: Record<StepId, boolean>): [StepId, (step: StepId) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [first] = useState(() => firstOpen(done));
  const named = steps.find(({ id }) => id === parameters.get('step'));
  const open = (step: StepId): void =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      next.set('step', step);
      return next;
    });
  return [named?.id ?? first, open];
}

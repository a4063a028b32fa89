import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { guidePath, protectionEditPath, simulationPath } from '../../../shared/address/paths.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useRenewWhen } from '../../../shared/api/mutation-effects.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { monitorCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { plotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { isTraining, usePatternFit, useTraining, useTrainingActions } from '../api/patterns.ts';
import { lackingForTraining } from './draft.ts';
import { Marking } from './marking.tsx';
import type { PatternPageProps } from './pattern-page-props.ts';
import { RangesSection } from './ranges-section.tsx';
import { TrainingProgress } from './training-progress.tsx';
import { TrainingSettings } from './training-settings.tsx';
import { useChosenPattern } from './use-chosen-pattern.ts';
import { usePatternEdit } from './use-pattern-edit.tsx';
import { Versions } from './versions.tsx';

const wholeHistory = { kind: 'preset', preset: 'all' } as const;

/** `/apps/protections/:id/train`: assigns ranges to patterns, trains a model on them, and puts it in service. */
export function TrainingPage({
  twin,
  protection,
  aliases,
  set,
  inputs,
  extent,
}: PatternPageProps): ReactNode {
  const mayWrite = useAccess('write:protection');
  const pattern = usePatternEdit(set);
  const { edit } = pattern;
  const training = useTraining(set.id).data ?? null;
  const actions = useTrainingActions(set.id);
  const fit = usePatternFit(set.id, set.model !== null).data;
  const [measure, width] = useElementWidth();
  const frame = useMemo(() => plotFrame(width, false), [width]);
  const chartRange = useChartRange(extent, wholeHistory);
  const [selected, select] = useState<string | null>(null);
  const { patterns } = edit.draft;
  const [chosen, choose] = useChosenPattern(patterns);
  const isRunning = training !== null && isTraining(training);
  const isStarting = actions.train.isPending || edit.isSaving;
  useRenewWhen(training?.jobStatus === 'done', ['patterns', 'protections', 'tag-aliases']);
  const lacking = inputs.length === 0 ? 'Choose the inputs first.' : lackingForTraining(edit.draft);
  const problems = useMemo(() => findProblems(edit.failure), [edit.failure]);

  const train = async (): Promise<void> => {
    if (edit.isDirty && (await edit.save()) === null) return;
    actions.train.mutate();
  };
  const show = ({ from, to }: Range): void => {
    const air = to - from;
    chartRange.dispatch({ type: 'select', from: from - air, to: to + air });
  };

  return (
    <Page
      title={`Patterns of ${protection.name}`}
      breadcrumbs={monitorCrumbs(twin.id, twin.assetName)}
      state={
        <>
          <LevelChip level={protection.level} muted={!protection.active} />
          {edit.isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
        </>
      }
      actions={
        <>
          {mayWrite ? (
            <>
              <Button loading={edit.isSaving} disabled={!edit.isDirty} onClick={() => void edit.save()}>
                Save
              </Button>
              <Button
                variant="contained"
                loading={isStarting}
                disabled={isRunning || lacking !== null}
                onClick={() => void train()}
              >
                Train
              </Button>
            </>
          ) : null}
          <ActionsMenu
            label={`Actions for ${protection.name}`}
            actions={[
              {
                label: mayWrite ? 'Edit protection' : 'View protection',
                to: protectionEditPath(protection.id),
              },
              { label: 'Simulation', to: simulationPath(twin.id, protection.id) },
              { label: 'Step by step', to: guidePath(protection.id) },
              ...(mayWrite && edit.isDirty ? [{ label: 'Discard changes', onChoose: edit.discard }] : []),
            ]}
          />
        </>
      }
    >
      {edit.failure !== null && problems.size === 0 ? (
        <ErrorState error={edit.failure} fallback="The pattern set could not be saved." />
      ) : null}
      <ErrorState error={actions.train.error} fallback="The training could not be started." />
      {training === null ? null : (
        <TrainingProgress training={training} mayCancel={mayWrite} actions={actions} />
      )}
      {set.model !== null && !set.isCurrent && !isRunning ? (
        <AlertBar
          severity="info"
          message={`Ranges have changed since the training. Version ${set.model.version} is used until you put another version in service.`}
        />
      ) : null}
      {fit?.notice ? <AlertBar severity="warning" message={fit.notice} /> : null}
      {mayWrite && lacking !== null ? <AlertBar severity="info" message={lacking} /> : null}
      <Box ref={measure}>
        {inputs.length === 0 ? (
          <EmptyState
            title="No inputs yet."
            hint="Patterns are learned from the points of inputs. Choose inputs in the protection editor."
          />
        ) : (
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
        )}
        <Box sx={{ pt: 4 }}>
          <RangesSection
            setId={set.id}
            pattern={pattern}
            chosen={chosen.id}
            selected={selected}
            readOnly={!mayWrite}
            onSelect={select}
            onShow={show}
          />
        </Box>
        <Box sx={{ pt: 5 }}>
          <Section title="Settings">
            <TrainingSettings
              draft={edit.draft}
              aliases={aliases}
              problems={problems}
              generation={edit.generation}
              readOnly={!mayWrite}
              onChange={edit.change}
            />
          </Section>
        </Box>
        <Box sx={{ pt: 5 }}>
          <Versions
            setId={set.id}
            patterns={set.patterns}
            extent={extent}
            range={chartRange.range}
            frame={frame}
            mayWrite={mayWrite}
          />
        </Box>
      </Box>
      {pattern.dialog}
    </Page>
  );
}

/** The server's validation errors that belong to fields of the settings. */
function findProblems(failure: unknown): ReadonlyMap<string, string> {
  const errors = failure instanceof ApiError ? (failure.body.errors ?? []) : [];
  const fields = new Set(['confidence', 'stepSeconds', 'condition', 'mostRefused', 'mostWrong']);
  return new Map(errors.flatMap(({ path, message }) => (fields.has(path) ? [[path, message] as const] : [])));
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { IndicatorPattern, Strictness } from '@twinward/contracts/protections/indicator-pattern';
import type { TrainingStatus } from '@twinward/contracts/protections/pattern-training';
import type { ReactNode } from 'react';
import { AlertBar } from '../../../../ui/feedback/alert-bar.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Muted } from '../../../../ui/page/muted.tsx';
import { isTraining, useApplyVersion, type useTrainingActions, useVersions } from '../../api/patterns.ts';
import { TrainingProgress } from '../training-progress.tsx';
import { TrainingResult } from '../training-result.tsx';
import { strictnesses } from '../training-settings.tsx';
import type { PatternEdit } from '../use-pattern-edit.tsx';

/** Starts a training, and shows the results of the latest version. */
export function TrainStep({
  set,
  pattern: { edit },
  training,
  actions,
  lacking,
  readOnly,
  onTrain,
}: {
  set: IndicatorPattern;
  pattern: PatternEdit;
  training: TrainingStatus | null;
  actions: ReturnType<typeof useTrainingActions>;
  /** What is missing before the training; null if ready. */
  lacking: string | null;
  readOnly: boolean;
  onTrain(): void;
}): ReactNode {
  const versions = useVersions(set.id);
  const apply = useApplyVersion(set.id);
  const isRunning = training !== null && isTraining(training);
  const { hint } = strictnesses.find(({ value }) => value === edit.draft.strictness)!;
  return (
    <Box>
      <Typography sx={{ pb: 2, maxWidth: 720 }}>
        A model learns the patterns from your ranges. It is tested on ranges that it has not seen.
      </Typography>
      <Box sx={{ maxWidth: 280 }}>
        <SelectField
          label="Strictness"
          value={edit.draft.strictness}
          disabled={readOnly || isRunning}
          choices={strictnesses}
          onChange={(event) => edit.change({ strictness: event.target.value as Strictness })}
        />
      </Box>
      <Muted sx={{ py: 1 }}>{hint}</Muted>
      {readOnly ? null : (
        <Button
          variant={set.model === null ? 'contained' : 'outlined'}
          loading={actions.train.isPending || edit.isSaving}
          disabled={isRunning || lacking !== null}
          onClick={onTrain}
        >
          Train
        </Button>
      )}
      {lacking === null ? null : <AlertBar severity="info" message={lacking} />}
      <ErrorState error={actions.train.error} fallback="The training could not be started." />
      {training === null ? null : (
        <TrainingProgress training={training} mayCancel={!readOnly} actions={actions} />
      )}
      {isRunning ? null : (
        <Loaded query={versions} rows={4} fallback="The versions could not be loaded.">
          {([latest]) =>
            latest === undefined ? null : (
              <>
                {latest.inService ? null : (
                  <AlertBar
                    severity="info"
                    message={`Version ${latest.version} is not in service. Version ${set.model?.version} is still used.`}
                    action={
                      readOnly ? null : (
                        <Button
                          color="inherit"
                          loading={apply.isPending}
                          onClick={() => apply.mutate(latest.version)}
                        >
                          Put version {latest.version} in service
                        </Button>
                      )
                    }
                  />
                )}
                <ErrorState error={apply.error} fallback="The version could not be put in service." />
                <TrainingResult version={latest} />
              </>
            )
          }
        </Loaded>
      )}
    </Box>
  );
}

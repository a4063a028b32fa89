import Button from '@mui/material/Button';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { ReactNode } from 'react';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import type { useSimulationActions } from '../api/simulations.ts';

const stages: Record<string, string> = {
  queued: 'Queued',
  initializing: 'Reading earlier points',
  processing: 'Simulating',
  finalizing: 'Comparing and storing',
};

/** The progress of a simulation, which continues when the page is left. */
export function RunningSimulation({
  simulation: { jobStatus, simulationCompletion },
  mayStop,
  actions: { remove },
}: {
  simulation: Simulation;
  mayStop: boolean;
  actions: ReturnType<typeof useSimulationActions>;
}): ReactNode {
  const stage = jobStatus.split(' - ')[0]!;
  return (
    <>
      <ProgressLine
        label={stages[stage] ?? stage}
        percent={stage === 'queued' ? null : simulationCompletion}
      />
      {mayStop ? (
        <Button loading={remove.isPending} onClick={() => remove.mutate()}>
          Cancel simulation
        </Button>
      ) : null}
      <ErrorState error={remove.error} fallback="The simulation could not be canceled." />
    </>
  );
}

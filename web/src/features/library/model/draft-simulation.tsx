import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DraftSimulation } from '@twinward/contracts/library/draft-simulation';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { isUnfinished } from '../../../shared/api/queries/use-command.ts';
import { CommandCourse } from '../../../shared/command/command-course.tsx';
import { useSession } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useDraftSimulation } from '../api/draft-simulations.ts';
import { SimulatedAssets } from './simulated-assets.tsx';
import { changesText, nowAndDraft, sumFigures } from './simulated-figures.ts';
import { SimulationForm } from './simulation-form.tsx';

/** Simulates the draft of a model on chosen assets before it is published. */
export function DraftSimulationSection({ model }: { model: TwinModel }): ReactNode {
  const simulation = useDraftSimulation(model.id, model.version);
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = simulation.data ? isUnfinished(simulation.data.command.status) : false;
  return (
    <Section
      title="Simulation"
      aside={
        model.mayEdit && !isOpen && !isRunning ? (
          <Button onClick={() => setIsOpen(true)}>Simulate on assets</Button>
        ) : null
      }
    >
      {isOpen ? <SimulationForm modelId={model.id} onEnd={() => setIsOpen(false)} /> : null}
      <Loaded query={simulation} fallback="The simulation could not be loaded.">
        {(found) =>
          found === null ? (
            isOpen ? null : (
              <EmptyState title="The draft was not simulated yet." />
            )
          ) : (
            <Found simulation={found} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Found({ simulation }: { simulation: DraftSimulation }): ReactNode {
  const { user } = useSession();
  const { command, assets, stale, startTime, endTime } = simulation;
  const isRunning = isUnfinished(command.status);
  return (
    <Stack spacing={2} sx={{ pt: 2 }}>
      {!isRunning ? null : command.createdBy === user.userName ? (
        <CommandCourse command={command} label="Simulating the draft:" />
      ) : (
        <ProgressLine
          label={`${command.createdBy} simulates the draft:`}
          percent={command.status === 'queued' ? null : command.percent}
        />
      )}
      {command.status === 'error' ? (
        <Alert severity="error" variant="outlined">
          {command.error}
        </Alert>
      ) : null}
      {command.status === 'canceled' ? (
        <Alert severity="info" variant="outlined">
          The simulation was canceled. Assets that were already simulated are shown.
        </Alert>
      ) : null}
      {stale ? (
        <Alert severity="warning" variant="outlined">
          The draft has changed since this simulation. Simulate it again.
        </Alert>
      ) : null}
      <Muted>
        <Time value={startTime} /> to <Time value={endTime} />. Nothing is sent and twins do not change.
      </Muted>
      {isRunning ? null : <Sums simulation={simulation} />}
      <Box>
        <SimulatedAssets assets={assets} />
      </Box>
    </Stack>
  );
}

/** The sums over all assets. */
function Sums({ simulation: { assets } }: { simulation: DraftSimulation }): ReactNode {
  const { now, draft, ...changes } = sumFigures(assets.flatMap(({ protections }) => protections));
  const simulated = assets.filter(({ outcome }) => outcome === 'simulated').length;
  const pair = (name: 'excursions' | 'hits' | 'falseEpisodes') =>
    nowAndDraft(now?.[name] ?? null, draft[name]);
  const texts = [
    [`${pair('excursions')} excursions`, changesText(changes)].filter(Boolean).join(': '),
    ...(draft.events === 0
      ? []
      : [
          `${pair('hits')} of ${formatCount(draft.events)} known events caught`,
          `${pair('falseEpisodes')} false alarms`,
        ]),
  ];
  return (
    <Typography role="status">
      {formatCount(simulated)} {simulated === 1 ? 'asset' : 'assets'} simulated. {texts.join('; ')}.
    </Typography>
  );
}

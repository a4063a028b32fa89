import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { protectionEditPath } from '../../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useDataExtent } from '../../../shared/api/queries/use-data-extent.ts';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { monitorCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { announce } from '../../../ui/feedback/announcer.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { isActive, useSimulation, useSimulationActions } from '../api/simulations.ts';
import { useProtection } from '../api/use-protection.ts';
import { RunForm } from './run-form.tsx';
import { RunningSimulation } from './running-simulation.tsx';
import { foundText, SimulationResult } from './simulation-result.tsx';

/** `/apps/protections/:twinId/:protectionId/simulation` */
export function SimulationPage(): ReactNode {
  const parameters = useParams();
  const twinId = idIn(parameters.twinId);
  const protectionId = idIn(parameters.protectionId);
  if (twinId === null || protectionId === null) return <UnknownRecord />;
  return <Known key={protectionId} twinId={twinId} protectionId={protectionId} />;
}

function Known({ twinId, protectionId }: { twinId: number; protectionId: number }): ReactNode {
  const twin = useTwin(twinId);
  const protection = useProtection(protectionId);
  const aliases = useTwinTagAliases(twinId);
  if (isUnknown(twin.error) || isUnknown(protection.error)) return <UnknownRecord />;
  const error = twin.error ?? protection.error ?? aliases.error;
  if (error) return <ErrorState error={error} fallback="The protection could not be loaded." />;
  if (!twin.data || !protection.data || !aliases.data) return <LoadingRows rows={10} />;
  if (protection.data.twinId !== twinId) return <UnknownRecord />;
  return <KnownSimulation twin={twin.data} protection={protection.data} aliases={aliases.data} />;
}

function KnownSimulation({
  twin,
  protection,
  aliases,
}: {
  twin: Twin;
  protection: Protection;
  aliases: readonly TagAlias[];
}): ReactNode {
  const mayWrite = useAccess('write:protection');
  const simulation = useSimulation(protection.id);
  const actions = useSimulationActions(protection.id);
  const { extent, isPending } = useDataExtent(
    aliases.flatMap(({ id, type, mappedTagId }) =>
      mappedTagId !== null && protection.tagAliasIds.includes(id) ? [{ type, tagId: mappedTagId }] : [],
    ),
  );
  const isRunning = simulation.data ? isActive(simulation.data) : false;
  useEndAnnouncement(simulation.data ?? null, isRunning);
  return (
    <Page
      title={`Simulation of ${protection.name}`}
      breadcrumbs={monitorCrumbs(twin.id, twin.assetName)}
      state={<LevelChip level={protection.level} muted={!protection.active} />}
      actions={
        <Button component={Link} to={protectionEditPath(protection.id)}>
          Edit protection
        </Button>
      }
    >
      <Loaded query={simulation} rows={8} fallback="The simulation could not be loaded.">
        {(current) => (
          <>
            {current && isRunning ? (
              <RunningSimulation simulation={current} mayStop={mayWrite} actions={actions} />
            ) : null}
            {mayWrite && !isPending ? (
              // Only hidden while a simulation runs, to keep the entered values.
              <Box sx={{ display: isRunning ? 'none' : 'block' }}>
                <RunForm
                  protection={protection}
                  aliases={aliases}
                  extent={extent}
                  before={current}
                  start={actions.start}
                />
              </Box>
            ) : null}
            {current === null ? (
              <EmptyState
                title="No simulation yet."
                hint={
                  mayWrite
                    ? 'Test this rule on past data: what it would have caught, missed and raised as a false alarm. Nothing is sent.'
                    : 'You need permission to change protections to run one.'
                }
              />
            ) : null}
            {current && !isRunning ? (
              current.tracking === null ? (
                <ErrorState
                  error={{ message: current.log.at(-1) ?? '' }}
                  fallback="The simulation ended without a result."
                />
              ) : (
                <SimulationResult
                  key={current.id}
                  simulation={current}
                  protection={protection}
                  aliases={aliases}
                  mayWrite={mayWrite}
                  actions={actions}
                />
              )
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Announces the result when a simulation ends while this page is open. */
function useEndAnnouncement(simulation: Simulation | null, isRunning: boolean): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (!hasEnded || simulation === null) return;
    announce(
      simulation.stats === null ? 'The simulation ended without a result.' : foundText(simulation.stats),
    );
  }, [simulation, isRunning]);
}

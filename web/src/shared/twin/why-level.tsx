import Box from '@mui/material/Box';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { Time } from '../../ui/format/time.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { Why } from '../../ui/page/why.tsx';
import { coveragePath, monitorPath, protectionPath } from '../address/paths.ts';
import { useTwinProtectionPage } from '../api/queries/use-twin-protections.ts';

type ShownTwin = Pick<TwinSummary, 'id' | 'level' | 'active' | 'silentSince'>;

/** Explains the level of a twin. Loads its protections when opened. */
export function WhyTwinLevel({ twin, name }: { twin: ShownTwin; name: string }): ReactNode {
  const { id, active, silentSince } = twin;
  const note = !active
    ? 'The twin is inactive: its protections are not evaluated. This is the last known level.'
    : silentSince
      ? 'The protections at this level have no recent data. This is the last known level.'
      : undefined;
  return (
    <Why
      subject={`the level of ${name}`}
      formula="The highest level among its active protections that are not shelved"
      inputs={[
        ['Protections', <Highest key="highest" twin={twin} />],
        ...(silentSince ? ([['Silent since', <Time key="silent" value={silentSince} />]] as const) : []),
      ]}
      {...(note === undefined ? {} : { note })}
      links={[
        { label: 'Monitor', to: monitorPath(id) },
        { label: 'Protections', to: coveragePath(id) },
      ]}
    />
  );
}

/** The protections that determine the level of a twin, each with the driving threshold and evaluation time. */
function Highest({ twin: { id, level } }: { twin: ShownTwin }): ReactNode {
  const { data, isError } = useTwinProtectionPage(id, 1);
  if (isError) return 'could not be loaded';
  if (data === undefined) return '…';
  const counting = data.records.filter(({ active, shelving }) => active && shelving === null);
  const highest = counting.filter((one) => one.level === level);
  if (level === null || highest.length === 0) return 'none evaluated yet';
  return highest.slice(0, shownAtMost).map((protection) => (
    <Box key={protection.id}>
      <TextLink to={protectionPath(protection.id)}>{protection.name}</TextLink>: {drivingText(protection)}
    </Box>
  ));
}

const shownAtMost = 5;

function drivingText({ thresholds, drivingThresholdId, defaultLevel }: ProtectionSummary): string {
  return thresholds.find(({ id }) => id === drivingThresholdId)?.name ?? `default level ${defaultLevel}`;
}

/** The level of a twin with its explanation. */
export const TwinLevel = ({ twin, name }: { twin: ShownTwin; name: string }): ReactNode => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
    <LevelChip level={twin.level} muted={!twin.active || Boolean(twin.silentSince)} />
    <WhyTwinLevel twin={twin} name={name} />
  </Box>
);

import Box from '@mui/material/Box';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { monitorPath, protectionNewPath } from '../../shared/address/paths.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ProtectionPages } from '../../shared/twin/protection-pages.tsx';
import { useParameterTexts } from '../../shared/twin/use-parameter-texts.ts';
import { WhyProtectionLevel } from '../../shared/twin/why-protection-level.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Section } from '../../ui/page/section.tsx';

const columns: readonly Column<ProtectionSummary>[] = [
  {
    id: 'name',
    header: 'Protection',
    cell: (protection) => <ProtectionName protection={protection} />,
  },
  {
    id: 'level',
    header: 'Level',
    term: 'level',
    width: '152px',
    cell: (protection) => <ProtectionLevel protection={protection} />,
  },
  {
    id: 'driving',
    header: 'Driven by',
    term: 'driving threshold',
    width: '26%',
    wide: true,
    cell: (protection) => drivingThreshold(protection)?.name ?? '–',
  },
  {
    id: 'evaluated',
    header: 'Evaluated',
    numeric: true,
    width: '176px',
    wide: true,
    cell: (protection) => <Time value={protection.lastEvaluatedDate} none="Never" />,
  },
];

/** The twin's protections, highest level first, with notes on their state. */
export function TwinProtections({ twin }: { twin: Twin }): ReactNode {
  const mayAdd = useAccess('write:protection');
  return (
    <Section
      title="Protections"
      aside={mayAdd ? <AddButton to={protectionNewPath(twin.id)}>New protection</AddButton> : null}
    >
      <ProtectionPages twinId={twin.id}>
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No protections yet."
              hint="A protection watches the twin’s inputs by thresholds and sets its level."
            />
          ) : (
            <DataTable
              label="Protections"
              columns={columns}
              rows={records}
              rowKey={(protection) => protection.id}
              rowTo={() => monitorPath(twin.id)}
            />
          )
        }
      </ProtectionPages>
    </Section>
  );
}

const drivingThreshold = (
  protection: ProtectionSummary,
): ProtectionSummary['thresholds'][number] | undefined =>
  protection.thresholds.find((threshold) => threshold.id === protection.drivingThresholdId);

function ProtectionLevel({ protection }: { protection: ProtectionSummary }): ReactNode {
  const driving = drivingThreshold(protection);
  const remark = remarkOn(protection);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <LevelChip
        level={protection.level}
        muted={!protection.active || protection.stale || protection.silentSince !== null}
      />
      <WhyProtectionLevel
        name={protection.name}
        driving={driving?.name ?? `default level ${protection.defaultLevel}`}
        logic={driving?.logic}
        parameters={protection.parameters}
        evaluated={protection.lastEvaluatedDate}
        note={remark}
      />
      {remark === undefined ? null : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {shortRemark(protection)}
        </Box>
      )}
    </Box>
  );
}

/** A note why the level may be outdated. */
function remarkOn(protection: ProtectionSummary): string | undefined {
  if (protection.error !== null) return protection.error;
  if (!protection.active) return 'Inactive: not evaluated. This is the last known level.';
  const stale = protection.staleInputs.map(({ alias }) => `[${alias}]`).join(', ');
  if (protection.silentSince !== null) return `Silent: no input has recent data (${stale}).`;
  if (protection.stale) return 'Stale: the last evaluation could not calculate anything.';
  if (stale !== '') return `Stale: no recent data from ${stale}.`;
  return undefined;
}

const shortRemark = (protection: ProtectionSummary): string => {
  if (protection.error !== null) return 'error';
  if (!protection.active) return 'inactive';
  return protection.silentSince === null ? 'stale' : 'silent';
};

function ProtectionName({
  protection: { name, description, parameters },
}: {
  protection: ProtectionSummary;
}): ReactNode {
  const fill = useParameterTexts(parameters);
  return <span title={fill(description) || name}>{name}</span>;
}

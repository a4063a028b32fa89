import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import type { ReactNode } from 'react';
import { monitorPath, protectionEditPath } from '../../../shared/address/paths.ts';
import { typeWords } from '../../../shared/protection/type-labels.ts';
import { WhyProtectionLevel } from '../../../shared/twin/why-protection-level.tsx';
import { formatCount, formatPercent } from '../../../ui/format/format.ts';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { Time } from '../../../ui/format/time.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { ProtectionName } from './protection-name.tsx';

/** The columns of the protection list. On a phone, only name and level are shown. */
export const protectionColumns: readonly Column<ListedProtection>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: { field: 'Name' },
    cell: ({ name, assetName, setAsideDate }) => (
      <ProtectionName name={name} assetName={assetName} isSetAside={setAsideDate !== null} />
    ),
  },
  {
    id: 'asset',
    header: 'Asset',
    width: '18%',
    wide: true,
    sort: { field: 'AssetName' },
    cell: ({ assetName, location }) => (
      <span title={[...location, assetName].join(' / ')}>
        {assetName}
        {location.length === 0 ? null : <span className="secondary"> {location.join(' / ')}</span>}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: '96px',
    wide: true,
    sort: { field: 'Type' },
    cell: ({ subType }) => typeWords[subType],
  },
  {
    id: 'level',
    header: 'Level',
    term: 'level',
    width: '112px',
    sort: { field: 'Level', first: 'Descending' },
    cell: (one) => (
      <span style={{ display: 'inline-flex', alignItems: 'center' }}>
        <LevelChip
          level={one.level}
          muted={!one.active || one.stale || one.error !== null || one.silentSince !== null}
          shelved={one.shelving !== null}
        />
        <WhyProtectionLevel
          name={one.name}
          driving={one.drivingThresholdName ?? 'the default level'}
          since={one.since}
          evaluated={one.lastEvaluatedDate}
          note={levelNote(one)}
          links={[
            { label: 'Monitor', to: monitorPath(one.twinId) },
            { label: 'Edit', to: protectionEditPath(one.id) },
          ]}
        />
      </span>
    ),
  },
  {
    id: 'driving',
    header: 'Driven by',
    term: 'driving threshold',
    width: '12%',
    wide: true,
    sort: { field: 'DrivingThreshold' },
    cell: ({ drivingThresholdName }) => (
      <span title={drivingThresholdName ?? undefined}>{drivingThresholdName ?? '–'}</span>
    ),
  },
  {
    id: 'since',
    header: 'Since',
    numeric: true,
    width: '160px',
    wide: true,
    sort: { field: 'Since', first: 'Descending' },
    cell: ({ since }) => <Time value={since} />,
  },
  {
    id: 'open',
    header: 'Open',
    numeric: true,
    width: '84px',
    wide: true,
    sort: { field: 'OpenExcursions', first: 'Descending' },
    cell: ({ openExcursions }) => (openExcursions === 0 ? '–' : formatCount(openExcursions)),
  },
  {
    id: 'state',
    header: 'State',
    width: '13%',
    wide: true,
    cell: (one) => <State protection={one} />,
  },
];

/** The columns of the list beside an open protection. */
export const narrowColumns: readonly Column<ListedProtection>[] = protectionColumns
  .filter(({ wide }) => !wide)
  .map((column) =>
    column.id === 'name'
      ? {
          ...column,
          cell: ({ name, assetName }) => <ProtectionName name={name} assetName={assetName} isNarrow />,
        }
      : column,
  );

/** A note why the level may not be current. */
function levelNote({ active, error, silentSince, stale, shelving }: ListedProtection): string | undefined {
  if (!active) return 'Inactive: not evaluated. This is the last known level.';
  if (error !== null) return error;
  if (silentSince !== null) return 'Silent: no input has recent data; the level is the last known.';
  if (stale) return 'Stale: the last evaluation could not calculate anything.';
  return shelving === null ? undefined : 'Shelved: ignored in the level of the twin.';
}

/** The most important note on a protection's state; empty if it is normal. */
function State({ protection }: { protection: ListedProtection }): ReactNode {
  const { active, completion, error, shelving, silentSince, stale, staleInputs } = protection;
  if (shelving !== null) {
    return (
      <span title={`${shelving.by === null ? '' : `${shelving.by}: `}${shelving.reason}`}>
        Shelved until <Time value={shelving.until} />
      </span>
    );
  }
  if (!active) return 'Inactive';
  if (error !== null) return <span title={error}>Cannot be evaluated</span>;
  if (silentSince !== null) {
    return (
      <>
        Silent since <Time value={silentSince} />
      </>
    );
  }
  if (stale) return 'Stale';
  if (staleInputs.length > 0) {
    const names = staleInputs.map(({ alias }) => alias).join(', ');
    return <span title={names}>Stale: {names}</span>;
  }
  if (completion < 100) return `Incomplete, ${formatPercent(completion)}`;
  return <span className="secondary">In service</span>;
}

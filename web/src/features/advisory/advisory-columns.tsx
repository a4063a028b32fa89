import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { formatCount } from '../../ui/format/format.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { stateLabels } from './advisory-words.ts';
import { TargetDate } from './target-date.tsx';

const twin: Column<AdvisorySummary> = {
  id: 'twin',
  header: 'Twin',
  width: '18%',
  wide: true,
  sort: { field: 'AssetName' },
  cell: ({ assetName }) => <span title={assetName}>{assetName}</span>,
};

/** @param withTwin whether the list covers more than one twin */
export const advisoryColumns = (withTwin: boolean): readonly Column<AdvisorySummary>[] => [
  {
    id: 'name',
    header: 'Advisory',
    sort: { field: 'Name' },
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  ...(withTwin ? [twin] : []),
  {
    id: 'state',
    header: 'State',
    width: '132px',
    sort: { field: 'State' },
    cell: ({ state, outcome }) =>
      outcome === null
        ? stateLabels[state]
        : `${stateLabels[state]}: ${outcomeLabels[outcome].toLowerCase()}`,
  },
  {
    id: 'level',
    header: 'Level',
    term: 'level',
    width: '88px',
    wide: true,
    sort: { field: 'Level', first: 'Descending' },
    cell: ({ level, state }) =>
      level === null ? '–' : <LevelChip level={level} muted={state === 'closed' || state === 'canceled'} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    numeric: true,
    width: '108px',
    wide: true,
    sort: { field: 'Priority' },
    cell: ({ priority }) => priority ?? '–',
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '120px',
    wide: true,
    sort: { field: 'Risk', first: 'Descending' },
    cell: ({ risk }) => <RiskValue risk={risk} />,
  },
  {
    id: 'target',
    header: 'Target date',
    term: 'target date',
    width: '172px',
    sort: { field: 'TargetDate' },
    cell: (advisory) => <TargetDate advisory={advisory} />,
  },
  {
    id: 'occurrences',
    header: 'Occurred',
    numeric: true,
    width: '124px',
    wide: true,
    sort: { field: 'OccurrenceCount', first: 'Descending' },
    cell: ({ occurrenceCount }) => formatCount(occurrenceCount),
  },
  {
    id: 'created',
    header: 'Created',
    numeric: true,
    width: '160px',
    wide: true,
    sort: { field: 'Created', first: 'Descending' },
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

import type {
  BadActor,
  ChatteringThreshold,
  StandingExcursion,
} from '@twinward/contracts/protections/alarm-performance';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { formatCount, formatPercent, formatSpan } from '../../../ui/format/format.ts';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { Time } from '../../../ui/format/time.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { useBadActors, useChattering, useStanding } from '../api/get-performance.ts';
import { PerformanceTable, usePerformanceChoice } from './performance-table.tsx';
import { ProtectionName } from './protection-name.tsx';

interface TabProps {
  rowTo: (id: number) => string;
  /** Whether a protection is open beside the table. */
  isNarrow: boolean;
}

/** The columns that fit. */
const fitting = <Row extends OfProtection>(
  columns: readonly Column<Row>[],
  isNarrow: boolean,
): readonly Column<Row>[] =>
  isNarrow
    ? columns
        .filter(({ wide }) => !wide)
        .map((column) => (column.id === 'name' ? nameColumn<Row>(true) : column))
    : columns;

const nameColumn = <Row extends OfProtection>(isNarrow: boolean): Column<Row> => ({
  id: 'name',
  header: 'Protection',
  cell: ({ protectionName, assetName }) => (
    <ProtectionName name={protectionName} assetName={assetName} isNarrow={isNarrow} />
  ),
});

type OfProtection = Pick<BadActor, 'protectionName' | 'assetName' | 'shelvedUntil'>;
type OfThreshold = Pick<ChatteringThreshold, 'thresholdName' | 'level' | 'shelvedUntil'>;

const ofProtection = <Row extends OfProtection>(): Column<Row>[] => [
  nameColumn<Row>(false),
  {
    id: 'asset',
    header: 'Asset',
    width: '22%',
    wide: true,
    cell: ({ assetName }) => <span title={assetName}>{assetName}</span>,
  },
];

const ofThreshold = <Row extends OfThreshold>(): Column<Row>[] => [
  {
    id: 'threshold',
    header: 'Threshold',
    width: '16%',
    wide: true,
    cell: ({ thresholdName }) => <span title={thresholdName}>{thresholdName}</span>,
  },
  {
    id: 'level',
    header: 'Level',
    width: '96px',
    wide: true,
    cell: ({ level, shelvedUntil }) =>
      level === null ? '–' : <LevelChip level={level} shelved={shelvedUntil !== null} />,
  },
];

const shelvedColumn = <Row extends OfProtection>(): Column<Row> => ({
  id: 'shelved',
  header: 'Shelved until',
  term: 'shelving',
  width: '160px',
  numeric: true,
  wide: true,
  cell: ({ shelvedUntil }) => <Time value={shelvedUntil} />,
});

const latestColumn = <Row extends Pick<BadActor, 'latest'>>(): Column<Row> => ({
  id: 'latest',
  header: 'Latest',
  width: '168px',
  numeric: true,
  wide: true,
  cell: ({ latest }) => <Time value={latest} />,
});

const badActorColumns: readonly Column<BadActor>[] = [
  ...ofProtection<BadActor>(),
  {
    id: 'count',
    header: 'Excursions',
    term: 'excursion',
    width: '112px',
    numeric: true,
    cell: ({ excursions }) => formatCount(excursions),
  },
  {
    id: 'share',
    header: 'Share',
    width: '88px',
    numeric: true,
    wide: true,
    cell: ({ share }) => formatPercent(100 * share),
  },
  {
    id: 'duration',
    header: 'In excursion',
    width: '128px',
    numeric: true,
    wide: true,
    cell: ({ duration }) => formatSpan(duration),
  },
  latestColumn(),
  {
    id: 'precision',
    header: 'Correct advisories',
    width: '152px',
    numeric: true,
    wide: true,
    cell: ({ precision }) => (precision === null ? '–' : formatPercent(100 * precision)),
  },
  shelvedColumn(),
];

/** The protections with the most excursions: usually a few of them cause most notifications. */
export function BadActors({ rowTo, isNarrow }: TabProps): ReactNode {
  const [choice, onChoice] = usePerformanceChoice();
  return (
    <PerformanceTable
      label="Bad actors"
      noun="protections"
      hint="Protections with the most excursions in this period"
      query={useBadActors(choice)}
      choice={choice}
      onChoice={onChoice}
      columns={fitting(badActorColumns, isNarrow)}
      rowKey={({ protectionId }) => protectionId}
      rowTo={rowTo}
    />
  );
}

const chatteringColumns: readonly Column<ChatteringThreshold>[] = [
  ...ofProtection<ChatteringThreshold>(),
  ...ofThreshold<ChatteringThreshold>(),
  {
    id: 'count',
    header: 'Count',
    width: '88px',
    numeric: true,
    cell: ({ excursions }) => formatCount(excursions),
  },
  {
    id: 'most',
    header: 'Peak per minute',
    width: '144px',
    numeric: true,
    wide: true,
    cell: ({ mostInAMinute }) => formatCount(mostInAMinute),
  },
  latestColumn(),
];

/** Chattering thresholds, which need a deadband or a delay. */
export function Chattering({ rowTo, isNarrow }: TabProps): ReactNode {
  const [choice, onChoice] = usePerformanceChoice();
  return (
    <PerformanceTable
      label="Chattering"
      noun="thresholds"
      hint="Thresholds with three or more excursions within a minute. Add a deadband or a delay."
      query={useChattering(choice)}
      choice={choice}
      onChoice={onChoice}
      columns={fitting(chatteringColumns, isNarrow)}
      rowKey={({ thresholdId }) => thresholdId}
      rowTo={rowTo}
    />
  );
}

const standingColumns: readonly Column<StandingExcursion>[] = [
  ...ofProtection<StandingExcursion>(),
  ...ofThreshold<StandingExcursion>(),
  {
    id: 'duration',
    header: 'Open for',
    width: '120px',
    numeric: true,
    cell: ({ duration }) => formatSpan(duration),
  },
  {
    id: 'start',
    header: 'Since',
    width: '168px',
    numeric: true,
    wide: true,
    cell: ({ start }) => <Time value={start} />,
  },
];
const silentColumn: Column<StandingExcursion> = {
  id: 'silent',
  header: 'Silent since',
  width: '168px',
  numeric: true,
  cell: ({ silentSince }) => <Time value={silentSince} />,
};

/** Long-standing excursions. Those of silent protections are listed separately. */
export function Standing({ rowTo, isNarrow }: TabProps): ReactNode {
  const [choice, onChoice] = usePerformanceChoice();
  const standing = useStanding(choice);
  const others = useStanding({ ...choice, silent: !choice.silent, page: 1 });
  return (
    <PerformanceTable
      label={choice.silent ? 'Standing, silent' : 'Standing'}
      noun="excursions"
      hint={
        choice.silent
          ? 'Open excursions of protections without recent data'
          : `Excursions of protections with recent data that have been open for over a ${choice.window}`
      }
      query={standing}
      choice={choice}
      onChoice={onChoice}
      parts={
        <SegmentedControl
          label="Data"
          value={choice.silent}
          segments={[false, true].map((silent) => ({
            value: silent,
            label: `${silent ? 'Silent' : 'With data'}${countText((silent === choice.silent ? standing : others).data?.total)}`,
          }))}
          onChange={(silent) => onChoice({ silent })}
        />
      }
      columns={fitting([...standingColumns, choice.silent ? silentColumn : shelvedColumn()], isNarrow)}
      rowKey={({ excursionId }) => excursionId}
      rowTo={rowTo}
    />
  );
}

const countText = (count: number | undefined): string =>
  count === undefined ? '' : ` (${formatCount(count)})`;

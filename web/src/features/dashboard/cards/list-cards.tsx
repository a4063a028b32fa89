import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type {
  RankedTwin,
  RecordOfProtection,
  SilentTwin,
  WaitingAdvisory,
} from '@twinward/contracts/questions/dashboard-data';
import type { ReactNode } from 'react';
import {
  advisoriesPath,
  advisoryPath,
  excursionPath,
  protectionPath,
  riskPath,
  twinPath,
} from '../../../shared/address/paths.ts';
import { withPlace } from '../../../shared/address/place-filters.ts';
import { MatrixTable } from '../../../shared/risk/risk-matrix.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount, formatDate, formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { LevelBuckets } from '../../../ui/format/level-buckets.tsx';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { RiskValue } from '../../../ui/format/risk-value.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { ExcursionList } from '../../../ui/list/excursion-list.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import type { CardProps } from './card-props.ts';
import { useTwinLink } from './use-twin-link.ts';

const level = (value: number | null): ReactNode => (value === null ? '–' : <LevelChip level={value} />);
const named = (name: string): ReactNode => <span title={name}>{name}</span>;

const riskColumns: readonly Column<RankedTwin>[] = [
  { id: 'name', header: 'Twin', cell: ({ assetName }) => named(assetName) },
  { id: 'level', header: 'Level', width: '88px', wide: true, cell: (twin) => level(twin.level) },
  {
    id: 'probability',
    header: 'Probability',
    numeric: true,
    width: '96px',
    wide: true,
    cell: ({ probability }) => (probability === null ? '–' : formatPercent(probability)),
  },
  {
    id: 'consequence',
    header: 'Consequence',
    numeric: true,
    width: '128px',
    wide: true,
    cell: ({ consequence }) => (consequence === null ? '–' : formatMoney(consequence)),
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '128px',
    cell: ({ risk }) => <RiskValue risk={risk} />,
  },
];

/** The twins with the highest risk. */
export function TopRisksCard({ card, data, title, values }: CardProps<'top-risks'>): ReactNode {
  const to = useTwinLink(card, riskPath);
  if (data.twins.length === 0) return <EmptyState title="No twin has a probability and a consequence." />;
  return (
    <>
      <DataTable
        label={title}
        columns={riskColumns}
        rows={data.twins}
        rowKey={({ twinId }) => twinId}
        rowTo={({ twinId }) => to(twinId)}
      />
      <More shown={data.twins.length} total={data.total} to={withPlace('/apps/twins?sort=-Risk', values)} />
    </>
  );
}

/** A link to the full list, if the card shows only a part of it. */
const More = ({ shown, total, to }: { shown: number; total: number; to: string }): ReactNode =>
  total <= shown ? null : (
    <TextLink to={to} variant="body2">
      {`Show all ${formatCount(total)}`}
    </TextLink>
  );

/** The matrix of a risk analysis. */
export function MatrixCard({ data }: CardProps<'risk-matrix'>): ReactNode {
  const { analysis, portfolio } = data;
  if (!analysis || !portfolio) {
    return (
      <EmptyState
        title="No risk analysis yet."
        action={<TextLink to="/apps/riskanalyses">Risk analyses</TextLink>}
      />
    );
  }
  return (
    <>
      <MatrixTable analysisId={analysis.id} portfolio={portfolio} />
      <TextLink to={`/apps/riskanalyses/${analysis.id}`} variant="body2">
        {`${analysis.name}: ${formatMoney(portfolio.total.risk)}`}
      </TextLink>
    </>
  );
}

const recordColumns: readonly Column<RecordOfProtection>[] = [
  {
    id: 'name',
    header: 'Protection',
    width: '36%',
    cell: ({ assetName, protectionName }) => named(`${assetName}: ${protectionName}`),
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    numeric: true,
    wide: true,
    cell: (one) => formatCount(one.confirmed),
  },
  {
    id: 'prevented',
    header: 'Prevented',
    numeric: true,
    wide: true,
    cell: (one) => formatCount(one.prevented),
  },
  { id: 'false', header: 'False alarms', numeric: true, cell: (one) => formatCount(one.falseAlarm) },
  { id: 'open', header: 'Open', numeric: true, wide: true, cell: (one) => formatCount(one.open) },
  {
    id: 'precision',
    header: 'Precision',
    numeric: true,
    cell: ({ precision }) => (precision === null ? '–' : formatPercent(100 * precision)),
  },
];

/** The outcomes of the advisories of protections. */
export function ProtectionRecordCard({ data, title }: CardProps<'protection-record'>): ReactNode {
  if (data.protections.length === 0) return <EmptyState title="No protection has created an advisory yet." />;
  return (
    <DataTable
      label={title}
      columns={recordColumns}
      rows={data.protections}
      rowKey={({ protectionId }) => protectionId}
      rowTo={({ protectionId }) => protectionPath(protectionId)}
    />
  );
}

const advisoryColumns: readonly Column<WaitingAdvisory>[] = [
  {
    id: 'name',
    header: 'Advisory',
    width: '50%',
    cell: ({ assetName, name }) => named(`${assetName}: ${name}`),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ overdue, state }) => (overdue ? 'Overdue' : state === 'submitted' ? 'To review' : 'Active'),
  },
  { id: 'level', header: 'Level', wide: true, cell: (advisory) => level(advisory.level) },
  {
    id: 'target',
    header: 'Target date',
    numeric: true,
    wide: true,
    cell: ({ targetDate }) => <Day value={targetDate} />,
  },
];

function Day({ value }: { value: string | null }): ReactNode {
  const timeZone = useTimeZone();
  return value === null ? '–' : formatDate(value, timeZone);
}

const stateNames = {
  draft: 'Drafts',
  submitted: 'To review',
  rejected: 'Rejected',
  active: 'Active',
  canceled: 'Canceled',
  closed: 'Closed',
} as const;

/** Advisories by state, and those that wait for an action. */
export function AdvisoriesCard({ data, title, values }: CardProps<'advisories'>): ReactNode {
  const listWith = (filter: string) =>
    values.twin === undefined
      ? withPlace(`/apps/advisories?${filter}`, values)
      : `${advisoriesPath(values.twin)}?${filter}`;
  const counts = new Map(data.states.map(({ state, count }) => [state, count]));
  const states = (Object.keys(stateNames) as (keyof typeof stateNames)[]).filter((state) =>
    counts.has(state),
  );
  if (states.length === 0) return <EmptyState title="No advisories yet." />;
  return (
    <>
      <Stack
        component="ul"
        direction="row"
        aria-label="Advisories by state"
        sx={{ listStyle: 'none', m: 0, p: 0, pb: 2, columnGap: 5, rowGap: 1, flexWrap: 'wrap' }}
      >
        {states.map((state) => (
          <Count
            key={state}
            name={stateNames[state]}
            count={counts.get(state)!}
            to={listWith(`state=${state}`)}
          />
        ))}
        {data.overdue > 0 ? (
          <Count name="Overdue" count={data.overdue} to={listWith('attention=overdue')} />
        ) : null}
      </Stack>
      {data.waiting.length === 0 ? (
        <EmptyState title="No advisories need attention." />
      ) : (
        <DataTable
          label={title}
          columns={advisoryColumns}
          rows={data.waiting}
          rowKey={({ id }) => id}
          rowTo={({ twinId, id }) => advisoryPath(twinId, id)}
        />
      )}
    </>
  );
}

const Count = ({ name, count, to }: { name: string; count: number; to: string }): ReactNode => (
  <li>
    <TextLink to={to} color="inherit">
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', mr: 1 }}>
        {formatCount(count)}
      </Box>
      {name}
    </TextLink>
  </li>
);

/** The newest excursions of the range. */
export function ExcursionsCard({ data, title, values }: CardProps<'excursions'>): ReactNode {
  if (data.excursions.length === 0) return <EmptyState title="No excursion began in this range." />;
  return (
    <>
      <ExcursionList label={title} excursions={data.excursions} to={excursionPath} withAsset />
      <More shown={data.excursions.length} total={data.total} to={withPlace('/apps/protections', values)} />
    </>
  );
}

const silentColumns: readonly Column<SilentTwin>[] = [
  { id: 'name', header: 'Twin', width: '50%', cell: ({ assetName }) => named(assetName) },
  { id: 'level', header: 'Last level', wide: true, cell: (twin) => level(twin.level) },
  {
    id: 'since',
    header: 'Silent since',
    numeric: true,
    cell: ({ silentSince }) => <Time value={silentSince} />,
  },
];

/** The twins without data, longest silent first. */
export function SilentTwinsCard({ card, data, title, values }: CardProps<'silent-twins'>): ReactNode {
  const to = useTwinLink(card, twinPath);
  if (data.twins.length === 0) return <EmptyState title="Every active twin has data." />;
  return (
    <>
      <DataTable
        label={title}
        columns={silentColumns}
        rows={data.twins}
        rowKey={({ twinId }) => twinId}
        rowTo={({ twinId }) => to(twinId)}
      />
      <More shown={data.twins.length} total={data.total} to={withPlace('/apps/twins?state=silent', values)} />
    </>
  );
}

/** The active twins by level. */
export function LevelsCard({ data, title, values }: CardProps<'levels'>): ReactNode {
  return (
    <LevelBuckets
      label={title}
      levels={data.levels}
      silent={{ count: data.levels.silent, to: withPlace('/apps/twins?state=silent', values) }}
      to={(range) => withPlace(`/apps/twins?level=${range}&state=with-data`, values)}
    />
  );
}

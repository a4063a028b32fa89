import Box from '@mui/material/Box';
import type { Priority, TimeSource } from '@twinward/contracts/questions/priority';
import type { ReactNode } from 'react';
import { formatDate, formatMoney, formatNumber } from '../../ui/format/format.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { Why } from '../../ui/page/why.tsx';
import { coveragePath, riskPath, twinPath } from '../address/paths.ts';
import { nextStep } from './next-step.ts';

const columns: readonly Column<Priority>[] = [
  {
    id: 'twin',
    header: 'Twin',
    width: '26%',
    cell: ({ assetName }) => <span title={assetName}>{assetName}</span>,
  },
  {
    id: 'step',
    header: 'Next step',
    cell: (priority) => {
      const { text, to } = nextStep(priority);
      return (
        <TextLink to={to} title={text} aria-label={`${text}: ${priority.assetName}`}>
          {text}
        </TextLink>
      );
    },
  },
  {
    id: 'level',
    header: 'Level',
    term: 'level',
    width: '88px',
    wide: true,
    cell: ({ level }) => <LevelChip level={level} />,
  },
  {
    id: 'risk',
    header: 'Risk',
    term: 'risk',
    numeric: true,
    width: '120px',
    wide: true,
    cell: ({ risk }) => <RiskValue risk={risk} />,
  },
  {
    id: 'act',
    header: 'Act by',
    numeric: true,
    width: '112px',
    wide: true,
    cell: ({ actBy }) => <Day value={actBy} />,
  },
  {
    id: 'why',
    header: 'Why',
    numeric: true,
    width: '56px',
    wide: true,
    cell: (priority) => <WhyFirst priority={priority} />,
  },
];

function Day({ value }: { value: string | null }): ReactNode {
  const timeZone = useTimeZone();
  return value === null ? '–' : formatDate(value, timeZone);
}

const timeTexts: Record<TimeSource, string> = {
  advisory: 'Target date of its advisory',
  'pf-interval': 'Excursion start + P-F interval',
  none: 'Unknown, 30 days assumed',
};

/** Explains the position of a twin in the list. */
function WhyFirst({ priority }: { priority: Priority }): ReactNode {
  const { twinId, assetName, risk, assumedRisk, level, protection, since } = priority;
  const { urgency, actBy, timeSource, weightedRisk } = priority;
  return (
    <Box component="span" sx={{ display: 'inline-flex' }}>
      <Why
        subject={`the rank of ${assetName}`}
        formula="Risk × level / 1000 × urgency"
        inputs={[
          ...(protection ? ([['Protection', protection.name, since]] as const) : []),
          [
            'Risk',
            risk === null ? `unknown, median assumed: ${formatMoney(assumedRisk!)}` : formatMoney(risk),
          ],
          ['Level', String(level)],
          ['Time to act', timeTexts[timeSource], actBy],
          ['Urgency', `${formatNumber(Math.round(100 * urgency))} %`],
          ['Weighted risk', formatMoney(weightedRisk)],
        ]}
        note="Urgency is 100 % when the time to act is over and 50 % when seven days are left."
        links={[
          { label: 'Risk', to: riskPath(twinId) },
          { label: 'Protections', to: coveragePath(twinId) },
        ]}
      />
    </Box>
  );
}

/** The list of what to do first: twins ordered by risk, level and time to act, each with its next step. */
export const PriorityTable = ({ priorities }: { priorities: readonly Priority[] }): ReactNode => (
  <DataTable
    label="What to do first"
    columns={columns}
    rows={priorities}
    rowKey={({ twinId }) => twinId}
    rowTo={({ twinId }) => twinPath(twinId)}
  />
);

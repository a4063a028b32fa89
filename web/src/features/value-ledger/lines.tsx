import { mdiCheckCircleOutline } from '@mdi/js';
import type { ValueLine } from '@twinward/contracts/questions/value-ledger';
import { hasFailureCost } from '@twinward/domain/value/proposal';
import { type ReactNode, useMemo, useState } from 'react';
import type { ListControl } from '../../shared/address/list-address.ts';
import { advisoryPath } from '../../shared/address/paths.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ApproveDialog } from '../../shared/value/approve-dialog.tsx';
import { formatRange } from '../../shared/value/money-range.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { WhyValue } from '../../shared/value/value-facts.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatMoney } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Section } from '../../ui/page/section.tsx';
import { pageSize, useValueLines } from './api.ts';
import { type LedgerFilterName, ledgerListBody } from './ledger-list.ts';

const columns: readonly Column<ValueLine>[] = [
  {
    id: 'name',
    header: 'Advisory',
    sort: { field: 'Name' },
    cell: ({ name, assetName }) => <span title={`${name}, ${assetName}`}>{name}</span>,
  },
  {
    id: 'asset',
    header: 'Twin',
    width: '14%',
    wide: true,
    sort: { field: 'AssetName' },
    cell: ({ assetName }) => <span title={assetName}>{assetName}</span>,
  },
  {
    id: 'rule',
    header: 'Rule',
    width: '14%',
    wide: true,
    sort: { field: 'ProtectionName' },
    cell: ({ protection }) => protection?.name ?? '–',
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '112px',
    wide: true,
    sort: { field: 'Outcome' },
    cell: ({ outcome }) => outcomeLabels[outcome],
  },
  {
    id: 'failure',
    header: 'Failure cost',
    width: '184px',
    numeric: true,
    wide: true,
    sort: { field: 'FailureCostHigh', first: 'Descending' },
    cell: ({ isApproved, failureCost, proposal, outcome }) =>
      hasFailureCost(outcome)
        ? amount(isApproved ? failureCost : proposal.failureCost, isApproved, formatRange)
        : '–',
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '112px',
    numeric: true,
    wide: true,
    sort: { field: 'Cost', first: 'Descending' },
    cell: ({ isApproved, cost, proposal }) =>
      amount(isApproved ? cost : proposal.cost, isApproved, formatMoney),
  },
  {
    id: 'value',
    header: 'Value',
    width: '216px',
    numeric: true,
    cell: (line) => (
      <>
        {line.value === null ? 'To approve' : formatRange(line.value)}
        <WhyValue line={line} />
      </>
    ),
  },
  {
    id: 'closed',
    header: 'Closed',
    width: '152px',
    numeric: true,
    wide: true,
    sort: { field: 'Closed', first: 'Descending' },
    cell: ({ closedAt }) => <Time value={closedAt} />,
  },
];

/** Formats an amount, with a mark if it is only proposed. */
function amount<Amount>(
  value: Amount | null,
  isApproved: boolean,
  format: (value: Amount) => string,
): ReactNode {
  if (value === null) return '–';
  return isApproved ? format(value) : <em title="Proposed, not approved">{format(value)}?</em>;
}

/** The closed advisories, each with its value and an explanation. */
export function Lines({
  list,
  from,
}: {
  list: ListControl<LedgerFilterName>;
  from: string | null;
}): ReactNode {
  const { filters, sort, page } = list;
  const body = useMemo(() => ledgerListBody(filters, sort, from), [filters, sort, from]);
  const lines = useValueLines(body, page);
  const mayApprove = useAccess('write:advisory');
  const [approving, setApproving] = useState<ValueLine | null>(null);
  return (
    <Section title="Closed advisories">
      <ListResults
        label="Closed advisories"
        noun="advisories"
        query={lines}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={({ advisoryId }) => advisoryId}
        rowTo={({ twinId, advisoryId }) => advisoryPath(twinId, advisoryId)}
        {...(mayApprove
          ? {
              actions: {
                label: ({ name }: ValueLine) => `Actions for ${name}`,
                of: (line: ValueLine) => [
                  {
                    label: line.isApproved ? 'Change value' : 'Approve value',
                    icon: mdiCheckCircleOutline,
                    onChoose: () => setApproving(line),
                  },
                ],
              },
            }
          : {})}
        fallback="The closed advisories could not be loaded."
        empty={
          <EmptyState
            title="No closed advisories yet."
            hint="Each closed advisory is listed here with its avoided failure cost and its own cost."
          />
        }
      />
      {approving === null ? null : <ApproveDialog line={approving} onClose={() => setApproving(null)} />}
    </Section>
  );
}

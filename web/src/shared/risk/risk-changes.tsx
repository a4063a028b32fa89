import type { PlantRiskHistory, RiskCause } from '@twinward/contracts/questions/risk-history';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { riskPath } from '../address/paths.ts';
import { causeText, signedMoney } from './risk-cause.ts';

const columns: readonly Column<RiskCause>[] = [
  {
    id: 'twin',
    header: 'Twin',
    width: '30%',
    cell: ({ assetName }) => <span title={assetName}>{assetName}</span>,
  },
  { id: 'why', header: 'What changed', wide: true, wraps: true, cell: causeText },
  {
    id: 'change',
    header: 'Risk',
    numeric: true,
    width: '128px',
    cell: (cause) => <span title={causeText(cause)}>{signedMoney(cause.change)}</span>,
  },
];

/** The twins with the largest changes of money at risk, each with the cause. */
export function RiskChanges({ history, limit }: { history: PlantRiskHistory; limit: number }): ReactNode {
  const { causes, otherCauses, before, from, firstDay } = history;
  if (before === null)
    return (
      <EmptyState
        title={firstDay === null ? 'No history yet.' : `No history before ${firstDay}.`}
        hint="The risk of each twin and failure mode is stored daily. Changes are shown here from tomorrow."
      />
    );
  if (causes.length === 0) return <EmptyState title={`No twin’s risk changed since ${from}.`} />;
  const hidden = causes.slice(limit);
  const others = {
    twins: otherCauses.twins + hidden.length,
    change: otherCauses.change + hidden.reduce((sum, { change }) => sum + change, 0),
  };
  return (
    <>
      <DataTable
        label={`What changed the risk since ${from}`}
        columns={columns}
        rows={causes.slice(0, limit)}
        rowKey={({ twinId }) => twinId}
        rowTo={({ twinId }) => riskPath(twinId)}
      />
      {others.twins === 0 ? null : (
        <Muted sx={{ pt: 2 }}>
          {`${formatCount(others.twins)} other ${others.twins === 1 ? 'twin' : 'twins'}: ${signedMoney(others.change)}`}
        </Muted>
      )}
    </>
  );
}

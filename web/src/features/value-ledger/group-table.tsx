import type { ValueGroup } from '@twinward/contracts/questions/value-ledger';
import { type ReactNode, useState } from 'react';
import { formatRange } from '../../shared/value/money-range.ts';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { Section } from '../../ui/page/section.tsx';

const pageSize = 10;

/** The sums of each rule, class or model, highest net value first. */
export function GroupTable({ title, groups }: { title: string; groups: readonly ValueGroup[] }): ReactNode {
  const [chosen, setPage] = useState(1);
  const page = Math.min(chosen, Math.max(1, Math.ceil(groups.length / pageSize)));
  return (
    <Section title={title}>
      <DataTable
        label={title}
        rows={groups.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ id, name }) => id ?? name}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => <span title={name}>{name}</span> },
          {
            id: 'approved',
            header: 'Approved',
            width: '112px',
            numeric: true,
            wide: true,
            cell: ({ approved, advisories }) => `${formatCount(approved)} of ${formatCount(advisories)}`,
          },
          {
            id: 'costs',
            header: 'Costs',
            width: '112px',
            numeric: true,
            wide: true,
            cell: ({ cost, falseAlarmCost }) => formatMoney(cost + falseAlarmCost),
          },
          {
            id: 'net',
            header: 'Net value',
            width: '216px',
            numeric: true,
            cell: ({ net }) => formatRange(net),
          },
        ]}
      />
      {groups.length > pageSize ? (
        <PageLinks page={page} pageSize={pageSize} total={groups.length} noun="groups" onChange={setPage} />
      ) : null}
    </Section>
  );
}

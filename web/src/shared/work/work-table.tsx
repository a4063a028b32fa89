import type { Work } from '@twinward/contracts/assets/work';
import { type ReactNode, useState } from 'react';
import { DataTable } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { workColumns } from './work-columns.tsx';

const pageSize = 50;
const columns = workColumns.map(({ sort: _, ...column }) => column);

/** Work as a read-only table. */
export function WorkTable({ label, records }: { label: string; records: readonly Work[] }): ReactNode {
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(records.length / pageSize)));
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={records.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ id }) => id}
      />
      <PageLinks
        page={page}
        pageSize={pageSize}
        total={records.length}
        noun="items of work"
        onChange={setPage}
      />
    </>
  );
}

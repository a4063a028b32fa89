import type { listTagWork } from '@twinward/contracts/assets/work';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { useApiPage } from '../api/api-query.ts';
import { workColumns } from './work-columns.tsx';

const pageSize = 50;
const columns = workColumns.map(({ sort: _, ...column }) => column);
const newestFirst: ListBody = { filters: [], sorts: [{ field: 'Start', direction: 'Descending' }] };

/** A read-only table of the work under a tag, paged by the server. */
export function WorkTable({
  label,
  tagId,
  body = newestFirst,
  empty = null,
}: {
  label: string;
  tagId: number;
  body?: ListBody;
  /** Shown without work. */
  empty?: ReactNode;
}): ReactNode {
  const [page, setPage] = useState(1);
  const work = useApiPage<typeof listTagWork>(
    ['work', { tagId, list: body, page }],
    'POST /api/tags/:tagId/work/filters',
    { page, pageSize, params: { tagId }, body },
  );
  return (
    <Loaded query={work} rows={12} fallback="The work could not be loaded.">
      {({ records, total }) =>
        total === 0 && empty !== null ? (
          empty
        ) : (
          <>
            <DataTable label={label} columns={columns} rows={records} rowKey={({ id }) => id} />
            <PageLinks
              page={page}
              pageSize={pageSize}
              total={total}
              noun="items of work"
              onChange={setPage}
            />
          </>
        )
      }
    </Loaded>
  );
}

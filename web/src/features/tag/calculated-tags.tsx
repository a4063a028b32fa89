import type { CalculatedTag } from '@twinward/contracts/signals/calculated-tag';
import type { JobStatus } from '@twinward/contracts/signals/tag';
import type { ReactNode } from 'react';
import { calculatedTagPath } from '../../shared/address/paths.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useRecalculations } from './api/get-tag-status.ts';
import { useCalculatedTags } from './api/list-calculated-tags.ts';
import { recalculationText } from './calculation/recalculation.tsx';
import { latestColumns } from './latest-columns.tsx';

/** The calculated tags of a twin: completion state, recalculation, and latest value. */
export function CalculatedTags({ twinId }: { twinId: number }): ReactNode {
  const listed = useCalculatedTags(twinId);
  return (
    <Section title="Calculated tags">
      <Loaded query={listed} fallback="The calculated tags could not be loaded.">
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No calculated tags yet."
              hint="A calculated tag is a signal computed from other tags, such as a mean, a difference or an efficiency."
            />
          ) : (
            <CalculatedTable twinId={twinId} tags={records} />
          )
        }
      </Loaded>
    </Section>
  );
}

function CalculatedTable({ twinId, tags }: { twinId: number; tags: readonly CalculatedTag[] }): ReactNode {
  const jobs = useRecalculations(tags.map(({ id }) => id));
  return (
    <DataTable
      label="Calculated tags"
      columns={buildColumns(jobs)}
      rows={tags}
      rowKey={({ id }) => id}
      rowTo={({ id }) => calculatedTagPath(twinId, id)}
    />
  );
}

const buildColumns = (jobs: ReadonlyMap<number, JobStatus>): Column<CalculatedTag>[] => [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'caption', header: 'Caption', wide: true, cell: ({ caption }) => caption },
  {
    id: 'completion',
    header: 'Complete',
    numeric: true,
    width: '10%',
    cell: ({ completion }) => formatPercent(completion.percent),
  },
  { id: 'missing', header: 'Missing', wide: true, cell: ({ missing }) => missing.join(' ') },
  {
    id: 'recalculation',
    header: 'Recalculation',
    wide: true,
    width: '16%',
    cell: ({ id, error }) => (error === null ? recalculationText(jobs.get(id)) : 'Cannot be calculated'),
  },
  ...latestColumns,
];

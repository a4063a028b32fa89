import type { Advisory, AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import { type ReactNode, useState } from 'react';
import { advisoryPath } from '../../shared/address/paths.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useSimilarAdvisories } from './api/advisories.ts';

const pageSize = 10;

const columns: readonly Column<AdvisorySummary>[] = [
  { id: 'name', header: 'Advisory', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'closed', header: 'Closed', width: '190px', cell: ({ closedAt }) => <Time value={closedAt} /> },
  { id: 'twin', header: 'Twin', wide: true, cell: ({ assetName }) => assetName },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '132px',
    cell: ({ outcome }) => (outcome === null ? '–' : outcomeLabels[outcome]),
  },
  { id: 'remediation', header: 'Remediation', wide: true, cell: ({ remediation }) => remediation ?? '–' },
];

/** Closed advisories of the same protection or with a common failure mode, with their outcomes. */
export function SimilarCases({ advisory: { id } }: { advisory: Pick<Advisory, 'id'> }): ReactNode {
  const [page, setPage] = useState(1);
  const query = useSimilarAdvisories(id, page);
  return (
    <Section title="Similar past cases">
      <Loaded query={query} rows={3} fallback="The similar cases could not be loaded.">
        {({ records, total }) =>
          total === 0 ? (
            'No closed advisories with the same protection or failure mode yet.'
          ) : (
            <>
              <DataTable
                label="Similar past cases"
                columns={columns}
                rows={records}
                rowKey={(one) => one.id}
                rowTo={({ twinId, id: similar }) => advisoryPath(twinId, similar)}
              />
              {total <= pageSize ? null : (
                <PageLinks page={page} pageSize={pageSize} total={total} noun="cases" onChange={setPage} />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

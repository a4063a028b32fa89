import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { AliasMapping, MappingOutcome } from '@twinward/contracts/twins/mapping';
import { type ReactNode, useState } from 'react';
import { mappingPath } from '../../../shared/address/paths.ts';
import { OutcomeField } from '../../../shared/command/outcome-field.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { percentMatch } from '../../../ui/form/suggestion-list.tsx';
import { formatPercent } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../../ui/list/paged.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { mappingsPerPage, useMappings } from '../api/bulk-mapping.ts';
import { outcomeLabels } from './outcomes.ts';

/** The mappings of a command by input. Inputs of a preview can be excluded. */
export function OutcomeTable({
  commandId,
  progress,
  outcomes,
  excepted,
  onExcept,
}: {
  commandId: string;
  /** Changes while the command runs. */
  progress: string;
  /** Number of inputs by outcome; null while the command runs. */
  outcomes: Partial<Record<MappingOutcome, number>> | null;
  /** The excluded inputs; null if exclusion is not possible. */
  excepted: ReadonlySet<number> | null;
  onExcept(excepted: ReadonlySet<number>): void;
}): ReactNode {
  const [outcome, setOutcome] = useState<MappingOutcome | null>(null);
  const [page, setPage] = usePage(outcome);
  const found = useMappings(commandId, { outcome, page, progress });
  const toggle = (id: number, isTaken: boolean) => {
    const next = new Set(excepted);
    if (isTaken) next.delete(id);
    else next.add(id);
    onExcept(next);
  };
  return (
    <Box>
      <OutcomeField outcomes={outcomes} labels={outcomeLabels} value={outcome} onChange={setOutcome} />
      <Paged
        query={found}
        page={page}
        pageSize={mappingsPerPage}
        noun="inputs"
        rows={8}
        fallback="The inputs could not be loaded."
        empty={<EmptyState title="No inputs." />}
        onPage={setPage}
      >
        {(records, isOutdated) => (
          <DataTable
            label="Inputs"
            columns={buildColumns(excepted, toggle)}
            rows={records}
            rowKey={({ aliasId }) => aliasId}
            outdated={isOutdated}
          />
        )}
      </Paged>
    </Box>
  );
}

const buildColumns = (
  excepted: ReadonlySet<number> | null,
  toggle: (id: number, isTaken: boolean) => void,
): Column<AliasMapping>[] => [
  {
    id: 'asset',
    header: 'Twin',
    cell: ({ assetName, twinId }) => <TextLink to={mappingPath(twinId)}>{assetName}</TextLink>,
  },
  { id: 'input', header: 'Input', cell: ({ aliasName }) => aliasName },
  { id: 'tag', header: 'Tag', cell: ({ newTagName }) => newTagName ?? 'None' },
  {
    id: 'score',
    header: 'Match',
    numeric: true,
    wide: true,
    width: '9%',
    cell: ({ score }) => (score === null ? '' : formatPercent(percentMatch(score))),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    wide: true,
    width: '26%',
    cell: ({ outcome, message }) => [outcomeLabels[outcome], message].filter(Boolean).join(': '),
  },
  ...(excepted === null
    ? []
    : [
        {
          id: 'taken',
          header: 'Map',
          width: '9%',
          cell: ({ aliasId, aliasName, assetName, outcome }: AliasMapping) =>
            outcome === 'proposed' ? (
              <Checkbox
                size="small"
                sx={{ p: 0 }}
                checked={!excepted.has(aliasId)}
                onChange={(_, on) => toggle(aliasId, on)}
                slotProps={{ input: { 'aria-label': `Map ${aliasName} of ${assetName}` } }}
              />
            ) : null,
        },
      ]),
];

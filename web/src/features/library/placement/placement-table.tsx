import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { Placement } from '@twinward/contracts/library/placement';
import { type ReactNode, useState } from 'react';
import { twinPath } from '../../../shared/address/paths.ts';
import { OutcomeField } from '../../../shared/command/outcome-field.tsx';
import type { OutcomeCounts } from '../../../shared/command/outcomes.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { percentMatch } from '../../../ui/form/suggestion-list.tsx';
import { formatPercent } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../../ui/list/paged.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { placementsPerPage, usePlacements } from '../api/placements.ts';

export const placementLabels: Record<Placement['outcome'], string> = {
  proposed: 'Proposed',
  placed: 'Created',
  'has-twin': 'With a twin',
  refused: 'Refused',
  'left-out': 'Skipped',
};

/** The outcome for each asset. Assets of a preview can be excluded. */
export function PlacementTable({
  commandId,
  progress,
  outcomes,
  excepted,
  onExcept,
}: {
  commandId: string;
  /** Changes while the command runs. */
  progress: string;
  /** Number of assets by outcome; null while the command runs. */
  outcomes: OutcomeCounts<Placement['outcome']> | null;
  /** The excluded assets; null if exclusion is not possible. */
  excepted: ReadonlySet<number> | null;
  onExcept(excepted: ReadonlySet<number>): void;
}): ReactNode {
  const [outcome, setOutcome] = useState<Placement['outcome'] | null>(null);
  const [page, setPage] = usePage(outcome);
  const [opened, setOpened] = useState<Placement | null>(null);
  const found = usePlacements(commandId, { outcome, page, progress });
  const toggle = (id: number, isTaken: boolean) => {
    const next = new Set(excepted);
    if (isTaken) next.delete(id);
    else next.add(id);
    onExcept(next);
  };
  return (
    <Box>
      <OutcomeField outcomes={outcomes} labels={placementLabels} value={outcome} onChange={setOutcome} />
      <Paged
        query={found}
        page={page}
        pageSize={placementsPerPage}
        noun="assets"
        rows={8}
        fallback="The assets could not be loaded."
        empty={<EmptyState title="No assets." />}
        onPage={setPage}
      >
        {(records, isOutdated) => (
          <DataTable
            label="Assets"
            columns={buildColumns(excepted, toggle)}
            rows={records}
            rowKey={({ assetId }) => assetId}
            onOpen={setOpened}
            outdated={isOutdated}
          />
        )}
      </Paged>
      {opened === null ? null : <PlacementDialog placement={opened} onClose={() => setOpened(null)} />}
    </Box>
  );
}

const buildColumns = (
  excepted: ReadonlySet<number> | null,
  toggle: (id: number, isTaken: boolean) => void,
): Column<Placement>[] => [
  { id: 'asset', header: 'Asset', cell: ({ assetName }) => <span title={assetName}>{assetName}</span> },
  { id: 'uniqueId', header: 'Id', wide: true, width: '16%', cell: ({ uniqueId }) => uniqueId },
  {
    id: 'mapped',
    header: 'Inputs',
    numeric: true,
    width: '104px',
    cell: ({ mapped, inputs }) => (inputs.length === 0 ? '–' : `${mapped} of ${inputs.length}`),
  },
  {
    id: 'missing',
    header: 'Missing values',
    wide: true,
    width: '18%',
    cell: ({ missingParameters }) => missingParameters.join(', ') || '–',
  },
  {
    id: 'outcome',
    header: 'Outcome',
    wide: true,
    width: '22%',
    cell: ({ outcome, message, twinId }) => (
      <>
        {[placementLabels[outcome], message].filter(Boolean).join(': ')}{' '}
        {twinId === null ? null : <TextLink to={twinPath(twinId)}>Open the twin</TextLink>}
      </>
    ),
  },
  ...(excepted === null
    ? []
    : [
        {
          id: 'taken',
          header: 'Create',
          width: '88px',
          cell: ({ assetId, assetName, outcome }: Placement) =>
            outcome === 'proposed' ? (
              <Checkbox
                size="small"
                sx={{ p: 0 }}
                checked={!excepted.has(assetId)}
                onClick={(event) => event.stopPropagation()}
                onChange={(_, on) => toggle(assetId, on)}
                slotProps={{ input: { 'aria-label': `Create a twin of ${assetName}` } }}
              />
            ) : null,
        },
      ]),
];

const inputColumns: readonly Column<Placement['inputs'][number]>[] = [
  { id: 'input', header: 'Input', cell: ({ name }) => name },
  {
    id: 'tag',
    header: 'Tag',
    width: '40%',
    wraps: true,
    cell: ({ tagName, problem }) => [tagName, problem].filter(Boolean).join(': ') || 'None',
  },
  {
    id: 'score',
    header: 'Match',
    numeric: true,
    width: '88px',
    cell: ({ score }) => (score === null ? '–' : formatPercent(percentMatch(score))),
  },
];

/** Lists the inputs of an asset, each with its tag or the reason why it has none. */
const PlacementDialog = ({
  placement: { assetName, inputs, missingParameters },
  onClose,
}: {
  placement: Placement;
  onClose(): void;
}): ReactNode => (
  <AppDialog title={assetName} maxWidth="md" onClose={onClose}>
    <Box sx={{ py: 3 }}>
      {inputs.length === 0 ? (
        <EmptyState title="No inputs." />
      ) : (
        <DataTable label="Inputs" columns={inputColumns} rows={inputs} rowKey={({ name }) => name} />
      )}
      {missingParameters.length === 0 ? null : (
        <Box component="p" sx={{ mb: 0 }}>
          No value: {missingParameters.map((name) => `{${name}}`).join(', ')}. Logic that uses a parameter is
          not evaluated until the parameter has a value.
        </Box>
      )}
    </Box>
  </AppDialog>
);

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import type { Upgrade } from '@twinward/contracts/library/upgrade';
import { type ReactNode, useState } from 'react';
import { twinPath } from '../../../shared/address/paths.ts';
import { OutcomeField } from '../../../shared/command/outcome-field.tsx';
import type { OutcomeCounts } from '../../../shared/command/outcomes.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../../ui/list/paged.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { upgradesPerPage, useUpgrades } from '../api/upgrades.ts';
import type { Choosing } from './choices.ts';
import { MergeOfTwin } from './merge-of-twin.tsx';

export const upgradeLabels: Record<Upgrade['outcome'], string> = {
  conflict: 'With conflicts',
  proposed: 'Proposed',
  upgraded: 'Upgraded',
  undone: 'Undone',
  changed: 'Changed meanwhile',
  refused: 'Refused',
  'left-out': 'Skipped',
};

/** The outcome for each twin, conflicts first. A row opens its three-way difference. */
export function UpgradeTable({
  commandId,
  progress,
  outcomes,
  choosing,
}: {
  commandId: string;
  /** Changes while the command runs. */
  progress: string;
  /** Number of twins by outcome; null while the command runs. */
  outcomes: OutcomeCounts<Upgrade['outcome']> | null;
  /** Null if read-only. */
  choosing: Choosing | null;
}): ReactNode {
  const [outcome, setOutcome] = useState<Upgrade['outcome'] | null>(null);
  const [page, setPage] = usePage(outcome);
  const [opened, setOpened] = useState<Upgrade | null>(null);
  const found = useUpgrades(commandId, { outcome, page, progress });
  return (
    <Box>
      <OutcomeField outcomes={outcomes} labels={upgradeLabels} value={outcome} onChange={setOutcome} />
      <Paged
        query={found}
        page={page}
        pageSize={upgradesPerPage}
        noun="twins"
        rows={8}
        fallback="The twins could not be loaded."
        empty={<EmptyState title="No twins." />}
        onPage={setPage}
      >
        {(records, isOutdated) => (
          <DataTable
            label="Twins"
            columns={buildColumns(choosing)}
            rows={records}
            rowKey={({ twinId }) => twinId}
            onOpen={setOpened}
            outdated={isOutdated}
          />
        )}
      </Paged>
      {opened === null ? null : (
        <MergeOfTwin
          commandId={commandId}
          upgrade={opened}
          choosing={choosing}
          onClose={() => setOpened(null)}
        />
      )}
    </Box>
  );
}

const buildColumns = (choosing: Choosing | null): Column<Upgrade>[] => [
  { id: 'asset', header: 'Twin', cell: ({ assetName }) => <span title={assetName}>{assetName}</span> },
  {
    id: 'versions',
    header: 'Version',
    wide: true,
    width: '128px',
    cell: ({ from, to }) => `${versionText(from)} → ${versionText(to)}`,
  },
  {
    id: 'taken',
    header: 'Updated',
    numeric: true,
    wide: true,
    width: '88px',
    cell: ({ taken }) => formatCount(taken),
  },
  {
    id: 'kept',
    header: 'Kept',
    numeric: true,
    wide: true,
    width: '88px',
    cell: ({ kept }) => formatCount(kept),
  },
  {
    id: 'conflicts',
    header: 'Conflicts',
    numeric: true,
    width: '96px',
    cell: ({ conflicts }) => (conflicts === 0 ? '–' : <strong>{formatCount(conflicts)}</strong>),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    wide: true,
    width: '26%',
    cell: ({ outcome, message, twinId }) => (
      <>
        {[upgradeLabels[outcome], message].filter(Boolean).join(': ')}{' '}
        {outcome === 'upgraded' ? <TextLink to={twinPath(twinId)}>Open the twin</TextLink> : null}
      </>
    ),
  },
  ...(choosing === null
    ? []
    : [
        {
          id: 'upgraded',
          header: 'Upgrade',
          width: '88px',
          cell: ({ twinId, assetName, outcome }: Upgrade) =>
            outcome === 'proposed' || outcome === 'conflict' ? (
              <Checkbox
                size="small"
                sx={{ p: 0 }}
                checked={!choosing.excepted.has(twinId)}
                onClick={(event) => event.stopPropagation()}
                onChange={(_, on) => {
                  const next = new Set(choosing.excepted);
                  if (on) next.delete(twinId);
                  else next.add(twinId);
                  choosing.onExcept(next);
                }}
                slotProps={{ input: { 'aria-label': `Upgrade ${assetName}` } }}
              />
            ) : null,
        },
      ]),
];

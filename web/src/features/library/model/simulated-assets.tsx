import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DraftProtection, DraftSimulationAsset } from '@twinward/contracts/library/draft-simulation';
import { type ReactNode, useState } from 'react';
import { twinPath } from '../../../shared/address/paths.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { changesText, nowAndDraft, sumFigures } from './simulated-figures.ts';

/** The simulated figures of the draft on each asset, beside the current ones of its twin. */
export function SimulatedAssets({ assets }: { assets: readonly DraftSimulationAsset[] }): ReactNode {
  const [opened, setOpened] = useState<DraftSimulationAsset | null>(null);
  return (
    <>
      <DataTable
        label="Simulated assets"
        columns={columns}
        rows={assets}
        rowKey={({ assetId }) => assetId}
        onOpen={setOpened}
      />
      {opened === null ? null : <AssetDialog asset={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type Figure = 'excursions' | 'advisories' | 'falseEpisodes';

const figure = (asset: DraftSimulationAsset, name: Figure): string => {
  if (asset.outcome !== 'simulated') return '–';
  const { now, draft } = sumFigures(asset.protections);
  return nowAndDraft(now?.[name] ?? null, draft[name]);
};

const outcomeText = ({ outcome, message, twinId, conflicts, protections }: DraftSimulationAsset): string => {
  if (outcome === 'waiting') return 'Not simulated yet';
  if (outcome === 'refused') return message ?? 'Refused';
  const { problems } = sumFigures(protections);
  const texts = [
    ...(twinId === null ? ['A twin would be created'] : []),
    ...(conflicts === 0
      ? []
      : [
          `${formatCount(conflicts)} ${conflicts === 1 ? 'conflict' : 'conflicts'}: the twin keeps its values`,
        ]),
    ...(problems === 0 ? [] : [`${formatCount(problems)} not simulated`]),
  ];
  return texts.join('; ') || 'Simulated';
};

const describeChanges = ({ outcome, protections }: DraftSimulationAsset): string =>
  (outcome === 'simulated' && changesText(sumFigures(protections))) || '–';

const columns: readonly Column<DraftSimulationAsset>[] = [
  { id: 'asset', header: 'Asset', cell: ({ assetName }) => <span title={assetName}>{assetName}</span> },
  {
    id: 'excursions',
    header: 'Excursions',
    numeric: true,
    width: '128px',
    cell: (asset) => figure(asset, 'excursions'),
  },
  {
    id: 'changes',
    header: 'Changes',
    wide: true,
    width: '18%',
    wraps: true,
    cell: describeChanges,
  },
  {
    id: 'advisories',
    header: 'Advisories',
    numeric: true,
    wide: true,
    width: '112px',
    cell: (asset) => figure(asset, 'advisories'),
  },
  {
    id: 'caught',
    header: 'Caught',
    numeric: true,
    wide: true,
    width: '128px',
    cell: (asset) => {
      const { now, draft } = sumFigures(asset.protections);
      return asset.outcome === 'simulated' && draft.events > 0
        ? `${nowAndDraft(now?.hits ?? null, draft.hits)} of ${formatCount(draft.events)}`
        : '–';
    },
  },
  {
    id: 'false',
    header: 'False alarms',
    numeric: true,
    wide: true,
    width: '112px',
    cell: (asset) => figure(asset, 'falseEpisodes'),
  },
  { id: 'outcome', header: 'Outcome', width: '26%', wraps: true, cell: outcomeText },
];

const protectionColumns: readonly Column<DraftProtection>[] = [
  { id: 'name', header: 'Protection', wraps: true, cell: ({ name }) => name },
  {
    id: 'excursions',
    header: 'Excursions',
    numeric: true,
    width: '112px',
    cell: ({ now, draft }) => pair(now?.figures?.excursions, draft?.figures?.excursions),
  },
  {
    id: 'level',
    header: 'Level at the end',
    wide: true,
    width: '176px',
    cell: ({ now, draft }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        {now?.figures ? (
          <>
            <LevelChip level={now.figures.level} /> →
          </>
        ) : null}
        {draft?.figures ? <LevelChip level={draft.figures.level} /> : '–'}
      </Stack>
    ),
  },
  {
    id: 'notified',
    header: 'Notifications',
    numeric: true,
    wide: true,
    width: '112px',
    cell: ({ now, draft }) => pair(now?.figures?.notifyCount, draft?.figures?.notifyCount),
  },
  { id: 'what', header: 'Thresholds', width: '36%', wraps: true, cell: (one) => whatChanges(one) },
];

const pair = (now: number | undefined, draft: number | undefined): string =>
  draft === undefined
    ? now === undefined
      ? '–'
      : `${formatCount(now)} → –`
    : nowAndDraft(now ?? null, draft);

function whatChanges({ now, draft, thresholds }: DraftProtection): string {
  if (draft === null) return 'The draft removes it.';
  const problem = draft.problem ?? now?.problem;
  if (problem) return draft.problem ? problem : `Now: ${problem}`;
  if (now === null) return 'New.';
  const changed = thresholds.flatMap((threshold) => {
    const changes = changesText(threshold);
    return changes === '' ? [] : [`${threshold.name}: ${changes}`];
  });
  return changed.join('; ') || 'The same excursions.';
}

/** The protections of an asset, each with the figures of the twin and of the draft. */
const AssetDialog = ({
  asset: { assetName, twinId, protections, ...asset },
  onClose,
}: {
  asset: DraftSimulationAsset;
  onClose(): void;
}): ReactNode => (
  <AppDialog title={assetName} maxWidth="lg" onClose={onClose}>
    <Stack spacing={2} sx={{ py: 3 }}>
      <Typography variant="body2">{outcomeText({ assetName, twinId, protections, ...asset })}.</Typography>
      {twinId === null ? null : (
        <Box>
          <TextLink to={twinPath(twinId)}>Open the twin</TextLink>
        </Box>
      )}
      {protections.length === 0 ? (
        <EmptyState title="No protections." />
      ) : (
        <Box>
          <DataTable
            label="Protections"
            columns={protectionColumns}
            rows={protections}
            rowKey={({ id }) => id}
          />
        </Box>
      )}
    </Stack>
  </AppDialog>
);

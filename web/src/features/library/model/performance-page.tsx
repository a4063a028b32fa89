import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {
  type FailureModePerformance,
  type IndicatorPerformance,
  type ModelPerformance,
  maximumScoredProtections,
} from '@twinward/contracts/library/performance';
import { type ReactNode, useState } from 'react';
import { modelPagePath } from '../../../shared/address/library-paths.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount, formatNumber } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useModelPerformance } from '../api/models.ts';
import { ModelScreen } from './model-screen.tsx';

/** `/apps/library/twin-models/:modelId/performance`: the performance of the model over all its twins. */
export function ModelPerformancePage(): ReactNode {
  return <ModelScreen>{({ model }) => <Performance modelId={model.id} />}</ModelScreen>;
}

function Performance({ modelId }: { modelId: number }): ReactNode {
  const performance = useModelPerformance(modelId, null);
  return (
    <Loaded query={performance} fallback="The performance could not be loaded.">
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState
            title="No twins yet."
            hint="Apply the model to assets first. This page then shows the performance of protections and failure modes across all twins."
          />
        ) : (
          <Measured modelId={modelId} versions={versions} />
        )
      }
    </Loaded>
  );
}

type Versions = ModelPerformance['versions'];

function Measured({ modelId, versions }: { modelId: number; versions: Versions }): ReactNode {
  const [versionId, setVersionId] = useState<number | null>(null);
  const measured = useModelPerformance(modelId, versionId);
  return (
    <Stack spacing={6}>
      <Section title="Twins">
        <DataTable
          label="Twins by version"
          columns={versionColumns}
          rows={versions}
          rowKey={(version) => version.versionId}
          rowTo={(version) => modelPagePath(modelId, 'details', { versionId: version.versionId })}
        />
        {versions.length > 1 ? (
          <Box sx={{ maxWidth: 320, pt: 3 }}>
            <SelectField
              label="Show figures of"
              choices={[
                { value: '', label: 'All twins' },
                ...versions.map((version) => ({
                  value: String(version.versionId),
                  label: `Twins at version ${versionText(version)}`,
                })),
              ]}
              value={versionId ?? ''}
              onChange={({ target }) => setVersionId(target.value === '' ? null : Number(target.value))}
            />
          </Box>
        ) : null}
      </Section>
      <Loaded query={measured} fallback="The performance could not be loaded.">
        {(figures) => <Figures modelId={modelId} figures={figures} />}
      </Loaded>
    </Stack>
  );
}

function Figures({ modelId, figures }: { modelId: number; figures: ModelPerformance }): ReactNode {
  const { indicators, failureModes } = figures;
  return (
    <Stack spacing={6}>
      <Section title="Protections">
        <Muted sx={{ pb: 2 }}>
          Excursions of the last 365 days and all advisories. Hits, misses and false alarms count scored
          protections only (at most {formatCount(maximumScoredProtections)}), compared with known failures and
          marked ranges.
        </Muted>
        <DataTable
          label="Protections"
          columns={indicatorColumns}
          rows={indicators}
          rowKey={({ id }) => id}
          rowTo={({ id }) => modelPagePath(modelId, 'protection', { part: id })}
        />
      </Section>
      <Section title="Failure modes">
        <Muted sx={{ pb: 2 }}>
          Lives of the assets of all twins, pooled, and the Weibull distribution fitted to them.
        </Muted>
        <DataTable
          label="Failure modes"
          columns={failureModeColumns}
          rows={failureModes}
          rowKey={({ id }) => id}
          rowTo={({ id }) => modelPagePath(modelId, 'risk', { part: id })}
        />
      </Section>
    </Stack>
  );
}

const count = <Row,>(
  id: string,
  header: string,
  of: (row: Row) => number | null,
  { wide = true, width = '96px' }: { wide?: boolean; width?: string } = {},
): Column<Row> => ({
  id,
  header,
  numeric: true,
  wide,
  width,
  cell: (row) => {
    const value = of(row);
    return value === null ? '–' : formatCount(value);
  },
});

const versionColumns: readonly Column<ModelPerformance['versions'][number]>[] = [
  { id: 'version', header: 'Version', cell: versionText },
  count('twins', 'Twins', ({ twins }) => twins, { wide: false }),
];

const indicatorColumns: readonly Column<IndicatorPerformance>[] = [
  { id: 'name', header: 'Protection', cell: ({ name }) => <span title={name}>{name}</span> },
  count('twins', 'Twins', ({ twins }) => twins),
  count('excursions', 'Excursions', ({ excursions }) => excursions, { width: '104px' }),
  count('right', 'Right', ({ advisories: { confirmed, prevented } }) => confirmed + prevented),
  count('false', 'False alarms', ({ advisories }) => advisories.falseAlarm, { width: '120px' }),
  count('scored', 'Scored', ({ score }) => score.scored),
  count('hits', 'Hits', ({ score }) => score.hits, { wide: false, width: '72px' }),
  count('misses', 'Misses', ({ score }) => score.misses, { wide: false, width: '80px' }),
  {
    id: 'false-per-year',
    header: 'False per year',
    numeric: true,
    width: '112px',
    cell: ({ score }) =>
      score.falseEpisodesPerYear === null ? '–' : formatNumber(score.falseEpisodesPerYear),
  },
];

const failureModeColumns: readonly Column<FailureModePerformance>[] = [
  { id: 'name', header: 'Failure mode', cell: ({ name }) => <span title={name}>{name}</span> },
  count('twins', 'Twins', ({ twins }) => twins),
  count('failures', 'Failures', ({ failures }) => failures, { wide: false, width: '88px' }),
  count('suspensions', 'Suspensions', ({ suspensions }) => suspensions, { width: '120px' }),
  {
    id: 'shape',
    header: 'Shape',
    numeric: true,
    width: '88px',
    cell: ({ shape }) => (shape === null ? '–' : formatNumber(shape)),
  },
  {
    id: 'scale',
    header: 'Characteristic life (days)',
    numeric: true,
    width: '192px',
    wide: true,
    cell: ({ scale }) => (scale === null ? '–' : formatNumber(scale)),
  },
  {
    id: 'problem',
    header: 'Reason for no fit',
    wide: true,
    wraps: true,
    width: '24%',
    cell: ({ problem }) => problem ?? '',
  },
];

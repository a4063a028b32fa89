import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { ReactNode } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { formatCount, formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Why } from '../../../ui/page/why.tsx';
import { optionLabel } from '../improvements/option-text.ts';

const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);
const days = (value: number): string => `${formatCount(value)} days`;
const percent = (value: number): string => formatPercent(value);
const tenths = (value: number): string => formatPercent(value, 1);

interface Compared {
  name: string;
  before: string;
  after: string;
}

const columns = (of: string): readonly Column<Compared>[] => [
  { id: 'name', header: of, width: '40%', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'before', header: 'Base case', numeric: true, cell: ({ before }) => before },
  { id: 'after', header: 'After', numeric: true, cell: ({ after }) => after },
];

/** An asset in a scenario beside the base case, read-only. */
export function ScenarioAssetDialog({
  asset,
  onClose,
}: {
  asset: ScenarioAsset;
  onClose(): void;
}): ReactNode {
  const { benchmark, shape, improve, noEffect } = asset;
  const figures: readonly Compared[] = [
    {
      name: 'Characteristic life',
      before: orDash(asset.characteristicLife, days),
      after: orDash(asset.improvedCharacteristicLife, days),
    },
    {
      name: 'Probability',
      before: orDash(asset.probability, percent),
      after: orDash(asset.improvedProbability, percent),
    },
    {
      name: 'Cost of failure',
      before: orDash(asset.consequence, formatMoney),
      after: orDash(asset.consequence, formatMoney),
    },
    { name: 'Risk', before: orDash(asset.risk, formatMoney), after: orDash(asset.improvedRisk, formatMoney) },
  ];
  return (
    <AppDialog
      title={asset.assetName}
      maxWidth="sm"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack spacing={5} sx={{ py: 3 }}>
        <Section
          title="Comparison"
          aside={
            <Why
              subject="the figures of the asset"
              formula="Risk = probability / 100 x cost of failure, before and after its options"
              inputs={[
                ['Asset', orDash(asset.characteristicLife, days)],
                [
                  'Benchmark',
                  benchmark === null
                    ? 'Not in the library'
                    : `${days(benchmark.characteristicLife)}, by ${benchmark.level}${benchmark.isExample ? ', example value' : ''}`,
                ],
                ['Shape', orDash(shape, String)],
              ]}
              note="The benchmark option uses the longer of the asset life and the benchmark life; the shape of the asset is kept. Dates and cost of failure do not change. The lives of failure modes grow in proportion to the asset life."
            />
          }
        >
          <DataTable
            label="Comparison with the base case"
            columns={columns('Figure')}
            rows={figures}
            rowKey={({ name }) => name}
          />
        </Section>
        <Section title="Improvement">
          <Facts
            facts={[
              ['Taxonomy', asset.taxonomy || 'No taxonomy assigned.'],
              ['Improved', improve ? (noEffect ?? asset.options.map(optionLabel).join(', ')) : 'No options'],
              ['Cost', improve ? orDash(asset.cost, formatMoney) : '–'],
            ]}
          />
        </Section>
        {asset.failureModes.length === 0 ? null : (
          <Section title="Failure modes">
            <DataTable
              label="Probability of the failure modes"
              columns={columns('Failure mode')}
              rows={asset.failureModes.map(({ name, before, after }) => ({
                name,
                before: orDash(before, tenths),
                after: orDash(after, tenths),
              }))}
              rowKey={({ name }) => name}
            />
          </Section>
        )}
      </Stack>
    </AppDialog>
  );
}

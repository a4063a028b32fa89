import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { type ReactNode, useState } from 'react';
import { BandsDialog } from '../../../shared/risk/bands-dialog.tsx';
import { RiskMatrix } from '../../../shared/risk/risk-matrix.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Why } from '../../../ui/page/why.tsx';
import { savePortfolio, usePortfolio } from '../api/portfolio.ts';
import { ParetoChart } from './pareto-chart.tsx';

/** The distribution of an analysis' risk. */
export function PortfolioSection({ analysis }: { analysis: RiskAnalysis }): ReactNode {
  const portfolio = usePortfolio(analysis.id);
  const maySet = useAccess('system');
  const [isSetting, setIsSetting] = useState(false);
  return (
    <Section
      title="Risk distribution"
      aside={
        <Stack direction="row" sx={{ alignItems: 'center' }}>
          <Why
            subject="the risk of the analysis"
            formula="Risk = ∑ probability / 100 x cost of failure"
            inputs={[
              ['Assets', formatCount(portfolio.data?.total.assets ?? 0)],
              [
                'Assets with a risk',
                formatCount(portfolio.data?.total.withRisk ?? 0),
                portfolio.data?.calculatedAt ?? null,
              ],
            ]}
            note="Assets without a probability or a cost of failure have no risk and are not in the matrix. A band includes its lower limit."
          />
          <Button size="small" onClick={() => void savePortfolio(analysis.id, analysis.name)}>
            Download workbook
          </Button>
          {maySet ? (
            <Button size="small" onClick={() => setIsSetting(true)}>
              Edit bands
            </Button>
          ) : null}
        </Stack>
      }
    >
      <Loaded query={portfolio} rows={8} fallback="The risk distribution could not be loaded.">
        {(found) => (
          <>
            <Box
              sx={{
                display: 'grid',
                gap: 6,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
              }}
            >
              <RiskMatrix analysisId={analysis.id} portfolio={found} />
              <ParetoChart analysisId={analysis.id} portfolio={found} />
              <Groups title="By location" groups={found.locations} />
              <Groups title="By class" groups={found.classes} />
            </Box>
            {isSetting ? <BandsDialog bands={found.bands} onClose={() => setIsSetting(false)} /> : null}
          </>
        )}
      </Loaded>
    </Section>
  );
}

type Group = Portfolio['locations'][number];

const columns: readonly Column<Group>[] = [
  { id: 'name', header: 'Name', width: '46%', cell: (group) => <span title={group.name}>{group.name}</span> },
  { id: 'assets', header: 'Assets', numeric: true, wide: true, cell: (group) => formatCount(group.assets) },
  {
    id: 'over',
    header: 'Over threshold',
    numeric: true,
    wide: true,
    cell: (group) => formatCount(group.overThreshold),
  },
  { id: 'risk', header: 'Risk', numeric: true, cell: (group) => formatMoney(group.risk) },
];

function Groups({ title, groups }: { title: string; groups: readonly Group[] }): ReactNode {
  return (
    <Section title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={groups.slice(0, 20)}
        rowKey={(group) => `${group.id} ${group.name}`}
      />
      {groups.length > 20
        ? 'Only the 20 with the highest risk are shown. Download the workbook for more.'
        : null}
    </Section>
  );
}

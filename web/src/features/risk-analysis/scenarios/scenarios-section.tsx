import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import { type ReactNode, useState } from 'react';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useScenarios } from '../api/scenarios.ts';
import { scenarioPath } from '../paths.ts';
import { NewScenarioDialog } from './new-scenario-dialog.tsx';

export const ScenarioState = ({ isValid }: { isValid: boolean }): ReactNode =>
  isValid ? null : <Chip size="small" color="warning" label="Invalidated" />;

/** The risk with the improvements, with a mark if some are based on example benchmarks. */
const After = ({ total }: Pick<Scenario, 'total'>): ReactNode =>
  total.examples === 0 ? (
    formatMoney(total.improvedRisk)
  ) : (
    <span title="Based on example benchmarks">{`${formatMoney(total.improvedRisk)} (example)`}</span>
  );

const columns: readonly Column<Scenario>[] = [
  { id: 'name', header: 'Scenario', cell: (scenario) => scenario.name, width: '30%' },
  {
    id: 'state',
    header: 'State',
    cell: (scenario) => (scenario.isValid ? 'Valid' : <ScenarioState isValid={false} />),
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    wide: true,
    cell: ({ total }) => formatMoney(total.risk),
  },
  { id: 'after', header: 'After', numeric: true, cell: ({ total }) => <After total={total} /> },
  {
    id: 'improved',
    header: 'Improved',
    numeric: true,
    wide: true,
    cell: ({ total }) => formatCount(total.improved),
  },
  {
    id: 'cost',
    header: 'Cost',
    numeric: true,
    wide: true,
    cell: ({ total }) => (total.cost === null ? '–' : formatMoney(total.cost)),
  },
  { id: 'made', header: 'Created', wide: true, cell: (scenario) => <Time value={scenario.createdAt} /> },
];

/** The what-if scenarios of an analysis. */
export function ScenariosSection({
  analysis,
  blocked,
}: {
  analysis: RiskAnalysis;
  /** Why changes are blocked; null if they are allowed. */
  blocked: string | null;
}): ReactNode {
  const scenarios = useScenarios(analysis.id);
  const mayWrite = useAccess('write:risk-analysis');
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Section
      title="What-if scenarios"
      aside={
        mayWrite ? (
          <Button disabled={blocked !== null} onClick={() => setIsMaking(true)}>
            New scenario
          </Button>
        ) : null
      }
    >
      <Loaded query={scenarios} rows={3} fallback="The scenarios could not be loaded.">
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              title="No scenarios"
              hint="Mark assets for improvement, then create a scenario to see the risk reduction."
            />
          ) : (
            <Stack>
              <DataTable
                label="What-if scenarios"
                columns={columns}
                rows={found}
                rowKey={(scenario) => scenario.id}
                rowTo={(scenario) => scenarioPath(analysis.id, scenario.id)}
              />
            </Stack>
          )
        }
      </Loaded>
      {isMaking ? <NewScenarioDialog analysis={analysis} onClose={() => setIsMaking(false)} /> : null}
    </Section>
  );
}

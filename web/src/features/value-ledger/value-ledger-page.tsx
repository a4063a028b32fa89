import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ValueSummary } from '@twinward/contracts/questions/value-ledger';
import { type ReactNode, useMemo } from 'react';
import { useListAddress } from '../../shared/address/list-address.ts';
import { formatRange } from '../../shared/value/money-range.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { BigNumberTile } from '../../ui/page/cards/big-number-tile.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PrintButton } from '../../ui/page/print.tsx';
import { useValueSummary } from './api.ts';
import { GroupTable } from './group-table.tsx';
import {
  approvalChoices,
  filterLabels,
  ledgerListOptions,
  outcomeChoices,
  periodChoices,
  periodStart,
} from './ledger-list.ts';
import { Lines } from './lines.tsx';
import { MonthChart } from './month-chart.tsx';

/** `/apps/value-ledger`: the value of closed advisories. */
export function ValueLedgerPage(): ReactNode {
  const list = useListAddress(ledgerListOptions);
  const { filters } = list;
  const from = useMemo(() => periodStart(filters.period), [filters.period]);
  const summary = useValueSummary(from);
  return (
    <Page title="Value ledger" actions={<PrintButton />}>
      <FilterBar list={list} labels={filterLabels}>
        <ChoiceFilter list={list} name="period" label="Closed" choices={periodChoices} />
        <SearchFilter list={list} name="search" label="Name, twin or rule" />
        <ChoiceFilter list={list} name="outcome" label="Outcome" choices={outcomeChoices} />
        <ChoiceFilter list={list} name="approval" label="Approval" choices={approvalChoices} />
      </FilterBar>
      <Stack spacing={6} sx={{ pt: 3 }}>
        <Loaded query={summary} rows={8} fallback="The total value could not be calculated.">
          {(data) => <Summary summary={data} />}
        </Loaded>
        <Lines list={list} from={from} />
      </Stack>
    </Page>
  );
}

function Summary({
  summary: { total, rules, classes, models, months },
}: {
  summary: ValueSummary;
}): ReactNode {
  const { advisories, approved, falseAlarms } = total;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))' }}>
        <BigNumberTile
          title="Net value"
          mode="text"
          value={formatRange(total.net)}
          subtitle={`${formatCount(approved)} of ${formatCount(advisories)} closed advisories approved`}
        />
        <BigNumberTile
          title="Avoided failure cost"
          mode="text"
          value={formatRange(total.avoided)}
          subtitle="Confirmed or prevented failures"
        />
        <BigNumberTile
          title="Cost"
          value={total.cost}
          format={formatMoney}
          subtitle="Advisories except false alarms"
        />
        <BigNumberTile
          title="False alarms"
          value={total.falseAlarmCost}
          format={formatMoney}
          subtitle={falseAlarms === 1 ? '1 false alarm' : `${formatCount(falseAlarms)} false alarms`}
        />
      </Box>
      <MonthChart months={months} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 10,
          rowGap: 6,
        }}
      >
        <GroupTable title="By rule" groups={rules} />
        <GroupTable title="By class" groups={classes} />
        <GroupTable title="By model" groups={models} />
      </Box>
    </>
  );
}

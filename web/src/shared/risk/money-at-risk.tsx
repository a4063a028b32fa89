import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { PlantRiskHistory } from '@twinward/contracts/questions/risk-history';
import type { ReactNode } from 'react';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { formatCount, formatMoney, formatPercent } from '../../ui/format/format.ts';
import { BigNumberTile } from '../../ui/page/cards/big-number-tile.tsx';
import { Why } from '../../ui/page/why.tsx';
import { signedMoney } from './risk-cause.ts';

/** The current money at risk, and its change. */
export function MoneyAtRisk({ history }: { history: PlantRiskHistory }): ReactNode {
  const { now, withoutRisk, days } = history;
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', columnGap: 4 }}>
      <BigNumberTile
        title="Money at risk"
        term="money at risk"
        value={now}
        format={formatMoney}
        subtitle={changeText(history)}
      />
      <Sparkline
        label={`Money at risk from ${days[0]!.day} to ${days.at(-1)!.day}`}
        times={days.map(({ day }) => Date.parse(day))}
        values={days.map(({ risk }) => risk)}
      />
      <Box sx={{ alignSelf: 'center' }}>
        <Why
          subject="the money at risk"
          formula="∑ probability / 100 × consequence of all twins in service"
          inputs={[
            ['Now', formatMoney(now)],
            ...(history.before === null
              ? []
              : ([[`End of ${history.from}`, formatMoney(history.before)]] as const)),
            ['Twins without a risk', formatCount(withoutRisk)],
          ]}
          note="If a twin has no probability, its failure modes are used. The history is stored daily, in the time zone of the plant."
        />
      </Box>
    </Stack>
  );
}

function changeText({ now, before, from, firstDay }: PlantRiskHistory): string {
  if (before === null) return firstDay === null ? 'No history yet.' : `No history before ${firstDay}.`;
  const change = now - before;
  if (change === 0) return `No change since ${from}`;
  const share =
    before === 0 ? '' : ` (${change > 0 ? '+' : '−'}${formatPercent(Math.abs((100 * change) / before), 1)})`;
  return `${signedMoney(change)}${share} since ${from}`;
}

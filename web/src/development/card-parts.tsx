import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { NumberField } from '../ui/form/number-field.tsx';
import { type Suggestion, SuggestionList } from '../ui/form/suggestion-list.tsx';
import { formatMoney } from '../ui/format/format.ts';
import { LevelChip } from '../ui/format/level-chip.tsx';
import { RiskValue } from '../ui/format/risk-value.tsx';
import { BigNumberTile } from '../ui/page/cards/big-number-tile.tsx';
import { ChartCard } from '../ui/page/cards/chart-card.tsx';
import { FlipCard } from '../ui/page/cards/flip-card.tsx';
import { UserAvatar } from '../ui/page/user-avatar.tsx';
import { Samples } from './samples.tsx';

const suggestions: readonly Suggestion[] = [
  { id: 1, label: 'PUMP-07.BEARING', detail: 'Bearing temperature', score: 0.96 },
  { id: 2, label: 'PUMP-08.BEARING', score: 0.41 },
];

/** Samples of formatted values, alone and on cards. */
export function CardParts(): ReactNode {
  const [cost, setCost] = useState<number | null>(500_000);
  const [flipped, setFlipped] = useState(false);
  const [clicked, setClicked] = useState('nothing');
  return (
    <Samples title="Values and cards">
      <FlipCard
        label="Cost of failure"
        flipped={flipped}
        front={
          <Stack spacing={3} sx={{ p: 4, alignItems: 'flex-start' }}>
            <BigNumberTile title="Cost of failure" value={cost} format={formatMoney} subtitle="of the twin" />
            <Button variant="outlined" onClick={() => setFlipped(true)}>
              Edit cost
            </Button>
          </Stack>
        }
        back={
          <Stack spacing={3} sx={{ p: 4, alignItems: 'flex-start' }}>
            <NumberField label="Cost" unit="USD" value={cost} onChange={setCost} />
            <Button variant="outlined" onClick={() => setFlipped(false)}>
              Done
            </Button>
          </Stack>
        }
      />
      <BigNumberTile title="Twins" value={1234} to="/apps/twins" />
      <BigNumberTile title="Risk" value={null} subtitle="No probability." />
      <BigNumberTile title="Worst twin" value="Cooling water pump" mode="text" />
      <ChartCard title="A chart">
        {() => (
          <Button variant="outlined" onClick={() => setClicked('the chart')}>
            Clicked: {clicked}
          </Button>
        )}
      </ChartCard>
      <div data-stays-busy>
        <ChartCard title="A chart that loads" isLoading>
          {() => null}
        </ChartCard>
      </div>
      <ChartCard title="A chart that failed" error={{}} onRetry={() => {}}>
        {() => null}
      </ChartCard>
      <SuggestionList
        label="Suggested tags"
        suggestions={suggestions}
        onChoose={({ label }) => setClicked(label)}
      />
      <SuggestionList label="No tags" suggestions={[]} onChoose={() => {}} />
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
        <UserAvatar firstName="Ada" lastName="Marsh" userName="ada" />
        <UserAvatar firstName="" lastName="" userName="bo" enabled={false} />
        <UserAvatar type="email" />
        <UserAvatar type="group" enabled={false} />
        <Typography>Ada, Bo (disabled), a mail, a group (disabled)</Typography>
      </Stack>
      <Stack direction="row" spacing={4} sx={{ flexWrap: 'wrap' }}>
        {[null, 0, 250, 500, 750, 1000].map((level) => (
          <LevelChip key={level} level={level} />
        ))}
        <LevelChip level={750} muted />
      </Stack>
      <Stack spacing={1}>
        {[null, 0, 250_000, 500_000, 1_000_000].map((risk) => (
          <RiskValue key={risk} risk={risk} />
        ))}
      </Stack>
    </Samples>
  );
}

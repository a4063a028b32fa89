import Box from '@mui/material/Box';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { ReactNode } from 'react';
import { CardFrame } from '../card-frame.tsx';
import { inReadingOrder } from './arrange.ts';
import { gridArea, gridStyle } from './sizes.ts';

/** The cards of a dashboard, in reading order. */
export function DashboardGrid({
  cards,
  values,
  readsAtOnce = false,
}: {
  cards: readonly DashboardCard[];
  values: CardValues;
  readsAtOnce?: boolean;
}): ReactNode {
  return (
    <Box sx={gridStyle}>
      {inReadingOrder(cards).map((card) => (
        <Box key={card.id} sx={{ ...gridArea(card), minWidth: 0 }}>
          <CardFrame card={card} values={values} readsAtOnce={readsAtOnce} />
        </Box>
      ))}
    </Box>
  );
}

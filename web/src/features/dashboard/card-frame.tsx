import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { cardTitle } from '@twinward/domain/dashboards/card-names';
import { type ReactNode, useId } from 'react';
import { useHasBeenNear } from '../../ui/page/use-has-been-near.ts';
import { CardView } from './cards/card-view.tsx';
import { contentHeight, headingHeight } from './grid/sizes.ts';

/** Kinds whose content fits the height of the card; others scroll. */
const fitting: ReadonlySet<string> = new Set(['number', 'trend', 'twin-map', 'query']);

/** In print, a card is as high as its content. */
const whole = { height: 'auto', overflow: 'visible' };

/** A card with its title. Its content is loaded when it comes near the viewport. */
export function CardFrame({
  card,
  values,
  aside,
  isEdited = false,
  readsAtOnce = false,
}: {
  card: DashboardCard;
  values: CardValues;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Always shows a heading. */
  isEdited?: boolean;
  /** Loads the content even outside the viewport, for printing. */
  readsAtOnce?: boolean;
}): ReactNode {
  const id = useId();
  const [measure, isNear] = useHasBeenNear();
  const title = cardTitle(card);
  const hasHeading = isEdited || !(card.kind === 'number' || (card.kind === 'text' && card.title === ''));
  const height = contentHeight(card, hasHeading);
  const scrolls = !fitting.has(card.kind);
  return (
    <Box
      ref={measure}
      component="section"
      {...(hasHeading ? { 'aria-labelledby': id } : { 'aria-label': title })}
      sx={{ height: 1, minWidth: 0, overflow: 'hidden', breakInside: 'avoid', '@media print': whole }}
    >
      {hasHeading ? (
        <Box sx={{ display: 'flex', alignItems: 'center', height: headingHeight, gap: 2 }}>
          <Typography variant="h2" id={id} noWrap title={title}>
            {title}
          </Typography>
          <Box sx={{ ml: 'auto', flex: 'none' }}>{aside}</Box>
        </Box>
      ) : null}
      <Box
        {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': `${title}, content` } : {})}
        sx={{
          height,
          overflowY: scrolls ? 'auto' : 'hidden',
          overflowX: 'hidden',
          px: scrolls ? '12px' : 0,
          mx: scrolls ? '-12px' : 0,
          // Tables and numbers adapt to the width of the card.
          container: 'card / inline-size',
          '@media print': whole,
        }}
      >
        {isNear || readsAtOnce ? (
          <CardView card={card} title={title} values={values} height={height} />
        ) : null}
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Muted } from '../../ui/page/muted.tsx';

/** One side of a risk card: title, actions, and content. */
export function RiskSide({
  title,
  why,
  children,
  foot,
}: {
  title: string;
  why?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom. */
  foot?: ReactNode;
}): ReactNode {
  return (
    <Stack sx={{ height: 1, p: 4, border: 1, borderColor: 'divider', borderRadius: 1, overflowY: 'auto' }}>
      <Stack direction="row" sx={{ alignItems: 'center', minHeight: 24, color: 'text.secondary' }}>
        <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        {why}
      </Stack>
      <Box sx={{ flex: 1, py: 2 }}>{children}</Box>
      {foot === undefined ? null : (
        <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          {foot}
        </Stack>
      )}
    </Stack>
  );
}

/** The main figure of a card, with its basis in small text. */
export const RiskFigure = ({
  value,
  below,
  missing = 'Not set',
}: {
  value: ReactNode;
  below?: ReactNode;
  /** Shown instead of the figure. */
  missing?: string;
}): ReactNode => (
  <>
    <Box
      sx={{
        fontSize: value === null && missing !== 'Not set' ? '1.0625rem' : '1.75rem',
        lineHeight: '40px',
        fontWeight: value === null ? 400 : 600,
        fontVariantNumeric: 'tabular-nums',
        color: value === null ? 'text.secondary' : 'text.primary',
      }}
    >
      {value ?? missing}
    </Box>
    {below === undefined ? null : (
      <Muted
        title={typeof below === 'string' ? below : undefined}
        sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: '2', overflow: 'hidden' }}
      >
        {below}
      </Muted>
    )}
  </>
);

/** Height of a card's front, and of its back by number of fields. */
export const frontHeight = '184px';
export const backHeight = (fields: 2 | 4): string => (fields === 2 ? '288px' : '440px');

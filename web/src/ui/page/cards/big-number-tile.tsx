import { mdiNull } from '@mdi/js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Term } from '@twinward/domain/glossary';
import { type ReactNode, useId } from 'react';
import { formatNumber } from '../../format/format.ts';
import { Explained } from '../explained.tsx';
import { Icon } from '../icon.tsx';
import { Muted } from '../muted.tsx';
import { TextLink } from '../text-link.tsx';

/**
 * One large value under its title. A missing number is shown as the empty-set sign. A number that is wider than its
 * card gets a smaller font.
 */
export function BigNumberTile({
  title,
  term,
  value,
  mode = 'number',
  format = formatNumber,
  subtitle,
  to,
  beside = 0,
}: {
  title: string;
  /** Glossary term in the title, which a tooltip explains. */
  term?: Term;
  value: string | number | null;
  /** Whether the value is formatted as a number or shown as text. */
  mode?: 'number' | 'text';
  format?: (value: number) => string;
  /** Small text below the value. */
  subtitle?: ReactNode;
  /** Link to details. */
  to?: string;
  /** Width in pixels of other content beside the number in its card. */
  beside?: number;
}): ReactNode {
  const id = useId();
  const text = shown(value, mode, format);
  return (
    <Box role="group" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Muted id={id}>
        {to !== undefined ? (
          <TextLink to={to}>{title}</TextLink>
        ) : term !== undefined ? (
          <Explained term={term}>{title}</Explained>
        ) : (
          title
        )}
      </Muted>
      <Box
        sx={{
          fontSize: { xs: fitting('1.375rem', text, beside), sm: fitting('1.75rem', text, beside) },
          lineHeight: '40px',
          minHeight: 40,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
      {subtitle === undefined ? null : (
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          {subtitle}
        </Typography>
      )}
    </Box>
  );
}

/** Width of a digit in em. */
const digit = 0.62;

/** CSS font size at which a number fits its card, or the viewport without a card. */
const fitting = (largest: string, text: ReactNode, beside: number): string =>
  typeof text === 'string'
    ? `clamp(0.875rem, calc((100cqi - ${beside}px) / ${(digit * Math.max(1, text.length)).toFixed(2)}), ${largest})`
    : largest;

function shown(
  value: string | number | null,
  mode: 'number' | 'text',
  format: (value: number) => string,
): ReactNode {
  if (mode === 'text') return value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? (
    format(number)
  ) : (
    <Icon
      path={mdiNull}
      label="No value"
      sx={{ fontSize: '1.75rem', color: 'text.secondary', verticalAlign: 'middle' }}
    />
  );
}

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { alpha, type SxProps, type Theme } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';

export interface Segment<Value> {
  value: Value;
  label: ReactNode;
  /** The accessible name, if it differs from the label. */
  name?: string;
  /** The segment is then a link. */
  to?: string;
}

/**
 * A row of buttons or links, of which at most one is selected. It is one tab stop: the arrow keys, Home and End move
 * the focus within it.
 */
export function SegmentedControl<Value extends string | number | boolean>({
  label,
  value,
  segments,
  onChange,
  sx = {},
}: {
  label: string;
  /** Null if none is selected. */
  value: Value | null;
  segments: readonly Segment<Value>[];
  onChange?: (value: Value) => void;
  sx?: SxProps<Theme>;
}): ReactNode {
  const selected = segments.findIndex((segment) => segment.value === value);
  return (
    <Box
      role="group"
      aria-label={label}
      onKeyDown={moveFocus}
      sx={[{ display: 'inline-flex' }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {segments.map((segment, place) => (
        <ButtonBase
          key={String(segment.value)}
          aria-label={segment.name}
          tabIndex={place === Math.max(selected, 0) ? 0 : -1}
          {...(segment.to === undefined
            ? { 'aria-pressed': place === selected, onClick: () => onChange?.(segment.value) }
            : { component: Link, to: segment.to, 'aria-current': place === selected ? 'page' : undefined })}
          sx={segmentStyles}
        >
          {segment.label}
        </ButtonBase>
      ))}
    </Box>
  );
}

const segmentStyles = (theme: Theme) => {
  const { text, divider, action } = theme.palette;
  return {
    ...theme.typography.button,
    flex: 'none',
    fontSize: '0.8125rem',
    textTransform: 'none',
    px: { xs: 1.5, sm: 2.5 },
    py: 0.5,
    color: text.secondary,
    border: `1px solid ${divider}`,
    '&:not(:first-of-type)': { ml: '-1px' },
    '&:first-of-type': { borderRadius: '4px 0 0 4px' },
    '&:last-of-type': { borderRadius: '0 4px 4px 0' },
    '&:hover': { bgcolor: action.hover },
    '&[aria-pressed="true"], &[aria-current]': {
      color: text.primary,
      bgcolor: alpha(text.primary, action.selectedOpacity),
    },
  } as const;
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const segments = [...event.currentTarget.children] as HTMLElement[];
  const place = segments.indexOf(event.target as HTMLElement);
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    Home: 0,
    End: -1,
  };
  const next = places[event.key];
  if (next === undefined) return;
  event.preventDefault();
  segments.at(next % segments.length)?.focus();
}

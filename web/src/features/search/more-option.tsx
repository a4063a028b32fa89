import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useInView } from './use-in-view.ts';

/** A line that shows more results. */
export const MoreOption = ({
  id,
  label,
  isActive,
  onPoint,
  onOpen,
}: {
  id: string;
  label: string;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}): ReactNode => (
  <Box
    ref={useInView(isActive)}
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    onMouseMove={isActive ? undefined : onPoint}
    onClick={onOpen}
    sx={{
      px: 4,
      py: 1.5,
      fontSize: '0.8125rem',
      color: 'primary.main',
      cursor: 'pointer',
      bgcolor: isActive ? 'action.selected' : 'transparent',
    }}
  >
    {label}
  </Box>
);

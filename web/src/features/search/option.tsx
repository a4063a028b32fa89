import Box from '@mui/material/Box';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useInView } from './use-in-view.ts';

export interface OptionProps {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A text, and a word at the end of the line. */
export const withEnd = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 3,
  textDecoration: 'none',
};

/** A line of the search panel. With an address, it is a link. */
export function Option({
  id,
  to = null,
  isActive,
  isDisabled,
  onPoint,
  onOpen,
  sx,
  children,
}: OptionProps & {
  to?: string | null;
  isDisabled?: boolean;
  /** Styles in addition to those of a line. */
  sx: object;
  children: ReactNode;
}): ReactNode {
  return (
    <Box
      {...(to === null ? { component: 'div' } : { component: Link, to })}
      ref={useInView(isActive)}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isDisabled}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={(event: MouseEvent) => {
        // With a modifier key, the browser opens the link in its own way.
        if (to !== null && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
        event.preventDefault();
        onOpen();
      }}
      sx={{
        px: 4,
        py: 1.5,
        fontSize: '0.8125rem',
        bgcolor: isActive ? 'action.selected' : 'transparent',
        ...sx,
      }}
    >
      {children}
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageCommand } from '../../shared/commands/page-commands.ts';
import { useInView } from './use-in-view.ts';

/** A command, above the search results. */
export const CommandOption = ({
  id,
  command,
  isActive,
  onPoint,
  onOpen,
}: {
  id: string;
  command: PageCommand;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}): ReactNode => (
  <Box
    {...('to' in command ? { component: Link, to: command.to } : { component: 'div' })}
    ref={useInView(isActive)}
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    onMouseMove={isActive ? undefined : onPoint}
    onClick={(event: React.MouseEvent) => {
      // With a modifier key, the browser opens the link in its own way.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onOpen();
    }}
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: 3,
      px: 4,
      py: 1.5,
      fontSize: '0.8125rem',
      color: 'text.primary',
      cursor: 'pointer',
      textDecoration: 'none',
      bgcolor: isActive ? 'action.selected' : 'transparent',
    }}
  >
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {command.title}
    </Box>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Command
    </Box>
  </Box>
);

import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { PageCommand } from '../../shared/commands/page-commands.ts';
import { Option, type OptionProps, withEnd } from './option.tsx';

/** A command, above the search results. */
export const CommandOption = ({ command, ...option }: OptionProps & { command: PageCommand }): ReactNode => (
  <Option
    {...option}
    to={'to' in command ? command.to : null}
    sx={{ ...withEnd, color: 'text.primary', cursor: 'pointer' }}
  >
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {command.title}
    </Box>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Command
    </Box>
  </Option>
);

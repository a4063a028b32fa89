import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CommandOption } from './command-option.tsx';
import { MoreOption } from './more-option.tsx';
import type { Option, OptionGroup } from './options.ts';
import { ResultOption } from './result-option.tsx';

/** The groups of a search as a listbox. The ids of options end with their index. */
export function OptionList({
  id,
  groups,
  active,
  words,
  isOutdated,
  onPoint,
  onOpen,
}: {
  id: string;
  groups: readonly OptionGroup[];
  active: number;
  words: readonly string[];
  isOutdated: boolean;
  onPoint: (place: number) => void;
  onOpen: (option: Option) => void;
}): ReactNode {
  let place = 0;
  return (
    <Box
      role="listbox"
      id={`${id}-list`}
      aria-label="Results"
      aria-busy={isOutdated}
      sx={{ overflowY: 'auto', opacity: isOutdated ? 0.55 : 1 }}
    >
      {groups.map(({ label, options }) => (
        <Box key={label} role="group" aria-label={label}>
          <Box aria-hidden sx={{ px: 4, pt: 2, fontSize: '0.75rem', color: 'text.secondary' }}>
            {label}
          </Box>
          {options.map((option) => {
            const own = place++;
            const shared = {
              id: `${id}-${own}`,
              isActive: own === active,
              onPoint: () => onPoint(own),
              onOpen: () => onOpen(option),
            };
            if (option.kind === 'command')
              return <CommandOption key={option.key} command={option.command} {...shared} />;
            if (option.kind === 'more')
              return <MoreOption key={option.key} label={option.label} {...shared} />;
            return <ResultOption key={option.key} result={option.result} words={words} {...shared} />;
          })}
        </Box>
      ))}
    </Box>
  );
}

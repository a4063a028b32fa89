import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import type { SearchType } from '@twinward/contracts/core/search';
import { searchFilters, searchWords } from '@twinward/domain/search/filters';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { matchingCommands, useOfferedCommands } from '../../shared/commands/page-commands.ts';
import { usePaused } from '../../ui/form/use-paused.ts';
import { Icon } from '../../ui/page/icon.tsx';
import { useDashboardCommands } from './dashboard-commands.ts';
import { OptionList } from './option-list.tsx';
import { commandGroup, filled, type Option } from './options.ts';
import { SearchState } from './search-state.tsx';
import { allTypes, SearchTypes } from './search-types.tsx';
import { useFoundGroups, useOfferedGroups } from './use-option-groups.ts';

/** Delay after typing, in milliseconds. */
const debounce = 750;
/** Initial number of results of one kind, and number added by each 'more'. */
const pageSize = 50;

/**
 * Searches twins, assets, tags, risk analyses, models, records of custom types and other named records. Offers the
 * commands of the page above the results; an empty box offers recent records and watched twins. Arrow keys select and
 * Enter opens.
 */
export function SearchDialog({ onClose }: { onClose: () => void }): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [types, setTypes] = useState<SearchType[]>(allTypes);
  const [shown, setShown] = useState(pageSize);
  const [current, setCurrent] = useState(0);
  const text = usePaused(typed, debounce);
  const parsed = useMemo(() => searchFilters(text), [text]);
  const filters = parsed.ok ? parsed.filters : none;
  const words = useMemo(() => searchWords(filters), [filters]);
  const found = useFoundGroups(filters, types, text, {
    shown,
    onMore: () => setShown(shown + pageSize),
    onKind: (type) => choose([type]),
  });
  const isEmpty = typed.trim() === '';
  const offeredGroups = useOfferedGroups(isEmpty);
  const offered = useOfferedCommands();
  const dashboards = useDashboardCommands(typed !== '');
  const commands = useMemo(
    () => matchingCommands([...offered, ...dashboards], typed),
    [offered, dashboards, typed],
  );
  const groups = [...filled([commandGroup(commands)]), ...(isEmpty ? offeredGroups : found.groups)];
  const options = groups.flatMap((group) => group.options);
  const active = Math.min(current, options.length - 1);

  /** Changes the searched kinds, and resets the active option. */
  function choose(chosen: SearchType[]): void {
    setTypes(chosen);
    setShown(pageSize);
    setCurrent(0);
  }
  const open = (option: Option | undefined): void => {
    if (option === undefined) return;
    if (option.kind === 'more') option.onChoose();
    else if (option.kind === 'result') go(option.result.path);
    else if ('to' in option.command) go(option.command.to);
    else {
      onClose();
      option.command.run();
    }
  };
  function go(path: string | null): void {
    if (path === null) return;
    onClose();
    void navigate(path);
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setCurrent(step(active, options.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Results are outdated until the typed text has been searched.
      if (text === typed || isEmpty || active < commands.length) open(options[active]);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          sx: {
            m: { xs: 2, sm: 8 },
            width: { xs: 'calc(100% - 16px)', sm: 1 },
            maxHeight: 'calc(100% - 64px)',
          },
        },
      }}
    >
      <h2 id={`${id}-title`} className="visually-hidden">
        Search
      </h2>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', px: 4, minHeight: 48 }}>
        <Icon path={mdiMagnify} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder="Search"
          onChange={(event) => {
            setTyped(event.target.value);
            setShown(pageSize);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': 'Search',
            'aria-autocomplete': 'list',
            'aria-expanded': options.length > 0,
            'aria-controls': `${id}-list`,
            maxLength: 500,
            autoComplete: 'off',
            spellCheck: false,
            ...(active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {}),
          }}
        />
      </Stack>
      <SearchTypes chosen={types} onChosen={choose} />
      <Box sx={resultsSx}>
        <OptionList
          id={id}
          groups={groups}
          active={active}
          words={words}
          isOutdated={found.isOutdated}
          onPoint={setCurrent}
          onOpen={open}
        />
        <SearchState
          isEmpty={isEmpty}
          isWaiting={typed !== text || found.isFetching}
          hasTypes={types.length > 0}
          problem={parsed.ok ? null : parsed.message}
          error={found.error}
          hasResults={found.groups.length > 0}
        />
      </Box>
    </Dialog>
  );
}

const resultsSx = { display: 'flex', flexDirection: 'column', minHeight: 96 } as const;
const none: never[] = [];

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
};

import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import type { SearchType } from '@twinward/contracts/core/search';
import { searchFilters, searchWords } from '@twinward/domain/search/filters';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRecordSearch } from '../../shared/api/queries/use-record-search.ts';
import { matchingCommands, useOfferedCommands } from '../../shared/commands/page-commands.ts';
import { usePaused } from '../../ui/form/use-paused.ts';
import { Icon } from '../../ui/page/icon.tsx';
import { visuallyHidden } from '../../ui/page/visually-hidden.ts';
import { pageSize, useSearch } from './api/search.ts';
import { CommandOption } from './command-option.tsx';
import { useDashboardCommands } from './dashboard-commands.ts';
import { ResultOption } from './result-option.tsx';
import { recordResults, toResult, typeLabels } from './result-path.ts';
import { SearchState } from './search-state.tsx';

/** Delay after typing, in milliseconds. */
const debounce = 750;
/** Records of custom types below the other results. */
const recordsShown = 5;
const allTypes: SearchType[] = typeLabels.map(([type]) => type);

/**
 * Searches twins, assets, tags and risk analyses, below the commands of the page and above records of custom types; arrow
 * keys select and Enter opens.
 */
export function SearchDialog({ onClose }: { onClose: () => void }): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [types, setTypes] = useState<SearchType[]>(allTypes);
  const [current, setCurrent] = useState(0);
  const text = usePaused(typed, debounce);
  const parsed = useMemo(() => searchFilters(text), [text]);
  const filters = parsed.ok ? parsed.filters : none;
  const found = useSearch(filters, types);
  const records = useRecordSearch(filters, 1, recordsShown);
  const isSearching = filters.length > 0 && types.length > 0;
  const main = isSearching ? (found.data?.records ?? none) : none;
  const results = [
    ...main.map(toResult),
    ...(isSearching && records.data !== undefined ? recordResults(records.data, text) : none),
  ];
  const offered = useOfferedCommands();
  const dashboards = useDashboardCommands(typed !== '');
  const commands = useMemo(
    () => matchingCommands([...offered, ...dashboards], typed),
    [offered, dashboards, typed],
  );
  const count = commands.length + results.length;
  const active = Math.min(current, count - 1);
  const words = useMemo(() => searchWords(filters), [filters]);

  const open = (index: number): void => {
    const command = commands[index];
    const result = results[index - commands.length];
    const path = command?.to ?? result?.path ?? null;
    if (path === null) return;
    onClose();
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setCurrent(step(active, count));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // While typed text has not been searched, the list is outdated.
      if (text === typed || active < commands.length) open(active);
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
      <Box component="h2" id={`${id}-title`} sx={visuallyHidden}>
        Search
      </Box>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'center', px: 4, minHeight: 48 }}>
        <Icon path={mdiMagnify} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder="Search"
          onChange={(event) => {
            setTyped(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': 'Search',
            'aria-autocomplete': 'list',
            'aria-expanded': count > 0,
            'aria-controls': `${id}-list`,
            maxLength: 500,
            autoComplete: 'off',
            spellCheck: false,
            ...(active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {}),
          }}
        />
      </Stack>
      <Stack
        direction="row"
        role="group"
        aria-label="Search for"
        sx={{ flexWrap: 'wrap', columnGap: 2, px: 4, pb: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        {typeLabels.map(([type, label]) => (
          <FormControlLabel
            key={type}
            label={label}
            control={
              <Checkbox
                size="small"
                sx={{ py: 1 }}
                checked={types.includes(type)}
                onChange={(_, on) =>
                  setTypes(allTypes.filter((each) => (each === type ? on : types.includes(each))))
                }
              />
            }
          />
        ))}
      </Stack>
      <Box sx={resultsSx}>
        <Box
          role="listbox"
          id={`${id}-list`}
          aria-label="Results"
          aria-busy={found.isPlaceholderData}
          sx={{ overflowY: 'auto', opacity: found.isPlaceholderData ? 0.55 : 1 }}
        >
          {commands.map((command, index) => (
            <CommandOption
              key={command.title}
              id={`${id}-${index}`}
              command={command}
              isActive={index === active}
              onPoint={() => setCurrent(index)}
              onOpen={() => open(index)}
            />
          ))}
          {results.map((result, at) => {
            const index = commands.length + at;
            return (
              <ResultOption
                key={result.key}
                id={`${id}-${index}`}
                result={result}
                words={words}
                isActive={index === active}
                onPoint={() => setCurrent(index)}
                onOpen={() => open(index)}
              />
            );
          })}
        </Box>
        <SearchState
          isEmpty={typed.trim() === ''}
          isWaiting={typed !== text || found.isFetching || records.isFetching}
          hasTypes={types.length > 0}
          problem={parsed.ok ? null : parsed.message}
          error={found.error}
          shown={main.length}
          hasRecords={results.length > main.length}
          total={main.length === 0 ? 0 : (found.data?.total ?? 0)}
          pageSize={pageSize}
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

import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { usePaused } from '../../ui/form/use-paused.ts';

interface Choice {
  id: number;
  name: string;
  /** Depth in a tree, for indentation. */
  depth?: number;
  /** Shown after the name. */
  note?: string;
}

/** The search text of a choice, debounced by 0.1 s; empty while closed. */
export function useSearch() {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const text = usePaused(typed.trim(), 100);
  const close = (): void => {
    setIsOpen(false);
    setTyped('');
  };
  return { text, isOpen, open: () => setIsOpen(true), close, type: setTyped };
}

/** A select field whose options the server finds by the typed text. */
export function SearchedChoice({
  id,
  search,
  value,
  options,
  loading,
  noneText,
  onChange,
}: {
  id: string;
  search: ReturnType<typeof useSearch>;
  value: Choice | null;
  /** The search results of the server. */
  options: readonly Choice[];
  loading: boolean;
  /** Shown when nothing is found. */
  noneText: string;
  onChange: (id: number | null) => void;
}): ReactNode {
  const [chosen, setChosen] = useState<Choice | null>(null);
  return (
    <Autocomplete<Choice>
      id={id}
      size="small"
      options={search.isOpen ? options : []}
      // Use the name of an option chosen here until the page has loaded it.
      value={chosen !== null && chosen.id === value?.id ? chosen : value}
      loading={loading}
      // The server has already filtered.
      filterOptions={(found) => found}
      getOptionLabel={(one) => one.name}
      getOptionKey={(one) => one.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={noneText}
      onOpen={search.open}
      onClose={search.close}
      onInputChange={(_, typed, reason) => reason === 'input' && search.type(typed)}
      renderOption={({ key, ...props }, { name, depth = 0, note = '' }) => (
        <li key={key} {...props} style={{ paddingLeft: 16 + 12 * depth }}>
          <span>
            {name}
            {note === '' ? null : ' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {note}
            </Box>
          </span>
        </li>
      )}
      renderInput={(input) => <TextField {...input} placeholder="All" />}
      onChange={(_, next) => {
        setChosen(next);
        onChange(next?.id ?? null);
      }}
    />
  );
}

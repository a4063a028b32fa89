import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { QuerySummary } from '@twinward/contracts/questions/query';
import { type ReactNode, useMemo, useState } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { usePaused } from '../../ui/form/use-paused.ts';
import { contains } from '../api/filters.ts';
import { useQueryList } from './queries.ts';

export type ChosenQuery = Pick<QuerySummary, 'id' | 'name'>;

/** A field for an own or shared saved query, searched by name. */
export function QueryPicker({
  label,
  query,
  onQuery,
}: {
  label: string;
  query: ChosenQuery | null;
  onQuery: (query: ChosenQuery | null) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const text = usePaused(typed === query?.name ? '' : typed.trim(), 100);
  const body = useMemo(
    () => ({
      filters: contains('Name', text === '' ? undefined : text),
      sorts: [
        { field: 'IsFavorite', direction: 'Descending' as const },
        { field: 'Name', direction: 'Ascending' as const },
      ],
    }),
    [text],
  );
  const found = useQueryList(body, 1, 20, isOpen);
  return (
    <Labelled label={label}>
      {(id) => (
        <Autocomplete<ChosenQuery>
          id={id}
          size="small"
          value={query}
          options={isOpen ? (found.data?.records ?? []) : []}
          loading={found.isFetching}
          // The server has already filtered.
          filterOptions={(options) => options}
          getOptionLabel={(one) => one.name}
          getOptionKey={(one) => one.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No query with that name."
          onOpen={() => setIsOpen(true)}
          onClose={() => setIsOpen(false)}
          onInputChange={(_, next) => setTyped(next)}
          onChange={(_, next) => onQuery(next && { id: next.id, name: next.name })}
          renderInput={(parameters) => <TextField {...parameters} />}
        />
      )}
    </Labelled>
  );
}

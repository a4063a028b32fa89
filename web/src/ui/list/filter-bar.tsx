import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { FilterChips } from './filter-chips.tsx';

/** What a list is filtered by: the fields in a row, and under them the filters that are set. */
export function FilterBar<Name extends string>({
  filters,
  labels,
  onRemove,
  onClear,
  children,
}: {
  filters: Partial<Record<Name, string>>;
  /** What each set filter is called on its chip. */
  labels: Record<Name, (value: string) => string>;
  onRemove: (name: Name) => void;
  onClear: () => void;
  children: ReactNode;
}): ReactNode {
  const names = Object.keys(filters) as Name[];
  return (
    <Stack role="search" aria-label="Filters" sx={{ pb: 3 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {children}
      </Stack>
      <FilterChips
        chips={names.map((name) => ({ name, label: labels[name](filters[name] ?? '') }))}
        onRemove={(name) => onRemove(name as Name)}
        onClear={onClear}
      />
    </Stack>
  );
}

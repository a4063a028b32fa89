import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { FilterChips } from './filter-chips.tsx';

/** The filters of a list: a row of fields, and the active filters as chips below. */
export function FilterBar<Name extends string>({
  filters,
  labels,
  onRemove,
  onClear,
  children,
}: {
  filters: Partial<Record<Name, string>>;
  /** Labels of active filters. */
  labels: Record<Name, (value: string) => string>;
  onRemove: (name: Name) => void;
  onClear: () => void;
  children: ReactNode;
}): ReactNode {
  // An old URL may contain a filter that no longer exists.
  const names = (Object.keys(filters) as Name[]).filter((name) => Object.hasOwn(labels, name));
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

import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { FilterChips } from './filter-chips.tsx';
import type { FilteredList } from './filter-fields.tsx';

/** The filters of a list: a row of fields, and the active filters as chips below. */
export function FilterBar<Name extends string>({
  list,
  labels,
  children,
}: {
  list: FilteredList<Name>;
  /** Labels of active filters. */
  labels: Record<NoInfer<Name>, (value: string) => string>;
  children: ReactNode;
}): ReactNode {
  const { filters, setFilters, clearFilters } = list;
  // An old URL may contain a filter that no longer exists.
  const names = (Object.keys(filters) as Name[]).filter((name) => Object.hasOwn(labels, name));
  return (
    <Stack role="search" aria-label="Filters" sx={{ pb: 3 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        {children}
      </Stack>
      <FilterChips
        chips={names.map((name) => ({ name, label: labels[name](filters[name] ?? '') }))}
        onRemove={(name) => setFilters({ [name]: undefined } as { [K in Name]?: undefined })}
        onClear={clearFilters}
      />
    </Stack>
  );
}

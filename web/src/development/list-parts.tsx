import { type ReactNode, useState } from 'react';
import { LevelChip } from '../ui/format/level-chip.tsx';
import { RiskValue } from '../ui/format/risk-value.tsx';
import { type Column, DataTable, type SortState } from '../ui/list/data-table.tsx';
import { FilterBar } from '../ui/list/filter-bar.tsx';
import { type FilteredList, SearchFilter } from '../ui/list/filter-fields.tsx';
import { PageLinks } from '../ui/list/page-links.tsx';
import type { Action } from '../ui/page/actions-menu.tsx';
import { Section } from '../ui/page/section.tsx';

interface Pump {
  id: number;
  name: string;
  level: number | null;
  risk: number | null;
}

const pumps: readonly Pump[] = [
  { id: 1, name: 'Cooling water pump', level: 750, risk: 812_000 },
  { id: 2, name: 'A pump whose name takes up fifty characters, all told', level: 0, risk: 1200 },
  { id: 3, name: 'Feed pump', level: null, risk: null },
];

const columns: readonly Column<Pump>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: { field: 'Name' },
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  { id: 'level', header: 'Level', width: '120px', cell: ({ level }) => <LevelChip level={level} /> },
  {
    id: 'risk',
    header: 'Risk',
    width: '160px',
    numeric: true,
    wide: true,
    sort: { field: 'Risk', first: 'Descending' },
    cell: ({ risk }) => <RiskValue risk={risk} />,
  },
];

const listActions = (pump: Pump): readonly Action[] => [
  { label: 'View', to: `/pumps/${pump.id}` },
  { label: 'Delete', onChoose: () => {} },
];

/** A sample list with filters, table and page links. */
export function ListParts(): ReactNode {
  const [filters, setFilters] = useState<FilteredList<'search'>['filters']>({ search: 'pump' });
  const list: FilteredList<'search'> = {
    filters,
    setFilters: ({ search }) => setFilters(search ? { search } : {}),
    clearFilters: () => setFilters({}),
  };
  const [sort, setSort] = useState<SortState>({ field: 'Name', direction: 'Ascending' });
  const [page, setPage] = useState(4);
  return (
    <Section title="Lists">
      <FilterBar list={list} labels={{ search: (text) => `Name has ${text}` }}>
        <SearchFilter list={list} name="search" label="Search pumps" />
      </FilterBar>
      <DataTable
        label="Pumps"
        columns={columns}
        rows={pumps}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/pumps/${id}`}
        actions={{ label: ({ name }) => `Actions for ${name}`, of: listActions }}
        sort={sort}
        onSort={setSort}
      />
      <PageLinks page={page} pageSize={100} total={1234} noun="pumps" onChange={setPage} />
    </Section>
  );
}

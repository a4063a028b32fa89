import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useNewInAddress } from '../../shared/address/use-new-in-address.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { useTenantUnitChoice } from '../../shared/units/use-display-unit.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { categoryPath } from './unit-words.ts';

interface Row extends UnitCategory {
  units: readonly Unit[];
  shown: Unit | undefined;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Category', width: '32%', cell: ({ name }) => name },
  {
    id: 'base',
    header: 'Base unit',
    wide: true,
    cell: ({ units, baseUnitId }) => units.find(({ id }) => id === baseUnitId)?.abbreviation ?? '–',
  },
  {
    id: 'shown',
    header: 'Shown in',
    cell: ({ shown }) => shown?.abbreviation ?? 'As measured',
  },
  {
    id: 'standard',
    header: 'Standard',
    wide: true,
    cell: ({ isStandard }) => (isStandard ? <Chip size="small" label="Standard" /> : ''),
  },
  {
    id: 'count',
    header: 'Units',
    numeric: true,
    width: '96px',
    cell: ({ units }) => formatCount(units.length),
  },
];

/** The categories of units, ordered by name. The search also finds names of units. */
export function CategoriesView({
  categories,
  units,
}: {
  categories: readonly UnitCategory[];
  units: readonly Unit[];
}): ReactNode {
  const navigate = useNavigate();
  const choice = useTenantUnitChoice();
  const [search, setSearch] = useState('');
  const [isAdding, setIsAdding] = useNewInAddress();
  usePageCommands([{ title: 'Add category of units', to: '/settings/uoms?new=true' }]);
  const words = search.trim().toLowerCase();
  const rows = categories
    .map((category): Row => {
      const own = units.filter((unit) => unit.categoryId === category.id);
      return { ...category, units: own, shown: own.find(({ id }) => id === choice.units[category.id]) };
    })
    .filter(({ name, units: own }) =>
      [name, ...own.flatMap((unit) => [unit.code, unit.name, unit.abbreviation])].some((text) =>
        text.toLowerCase().includes(words),
      ),
    );
  return (
    <Page
      title="Units of measure"
      actions={
        <Button variant="contained" onClick={() => setIsAdding(true)}>
          Add category
        </Button>
      }
    >
      <Stack spacing={3}>
        <SearchField label="Category or unit" value={search} onChange={setSearch} />
        {rows.length === 0 ? (
          <EmptyState title="No category or unit has this name." />
        ) : (
          <DataTable
            label="Categories of units"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowTo={({ id }) => categoryPath(id)}
            sticky
          />
        )}
      </Stack>
      {isAdding ? (
        <CategoryDialog
          category={null}
          onSaved={({ id }) => void navigate(categoryPath(id))}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Page>
  );
}

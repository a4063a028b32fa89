import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTenantUnitChoice } from '../../shared/units/use-display-unit.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useDeleteCategory } from './api.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { UnitConverter } from './unit-converter.tsx';
import { UnitDialog } from './unit-dialog.tsx';
import { DeleteUnit, ReplaceUnit } from './unit-removal.tsx';
import { conversionText, unitLabel } from './unit-words.ts';

type Shown = { what: 'unit'; unit: Unit | null } | { what: 'delete' | 'replace'; unit: Unit } | null;

const buildColumns = (base: Unit | undefined): readonly Column<Unit>[] => [
  { id: 'code', header: 'UCUM code', width: '20%', cell: ({ code }) => code },
  { id: 'abbreviation', header: 'Shown as', width: '12%', cell: ({ abbreviation }) => abbreviation },
  { id: 'name', header: 'Name', wide: true, cell: ({ name }) => name },
  {
    id: 'to',
    header: 'To base unit',
    wide: true,
    cell: (unit) => (base && unit.id !== base.id ? conversionText(unit, base) : 'Base unit'),
  },
  {
    id: 'from',
    header: 'From base unit',
    wide: true,
    cell: (unit) => (base && unit.id !== base.id ? conversionText(base, unit) : ''),
  },
  {
    id: 'state',
    header: 'State',
    width: '16%',
    wide: true,
    cell: ({ isStandard, isDeprecated }) => (
      <Stack direction="row" spacing={1}>
        {isStandard ? <Chip size="small" variant="outlined" label="Standard" /> : null}
        {isDeprecated ? <Chip size="small" variant="outlined" label="Deprecated" /> : null}
      </Stack>
    ),
  },
];

/** A category with its units, their conversions, and its display unit. */
export function CategoryView({
  category,
  units,
}: {
  category: UnitCategory;
  units: readonly Unit[];
}): ReactNode {
  const choice = useTenantUnitChoice();
  const [shown, show] = useState<Shown>(null);
  const base = units.find(({ id }) => id === category.baseUnitId);
  const close = (): void => show(null);
  const chosen = choice.units[category.id];
  const second = units.find((unit) => unit !== base);
  return (
    <Page
      title={category.name}
      breadcrumbs={[{ label: 'Units of measure', to: '/settings/uoms' }]}
      state={category.isStandard ? <Chip size="small" label="Standard" /> : null}
      actions={
        <>
          <Button variant="contained" onClick={() => show({ what: 'unit', unit: null })}>
            Add unit
          </Button>
          <CategoryActions category={category} hasUnits={units.length > 0} />
        </>
      }
    >
      <Stack spacing={6}>
        {category.description === '' ? null : <Typography>{category.description}</Typography>}
        {units.length === 0 ? (
          <EmptyState
            title="No units yet."
            hint="The first unit becomes the base unit."
            action={
              <Button variant="outlined" onClick={() => show({ what: 'unit', unit: null })}>
                Add the first unit
              </Button>
            }
          />
        ) : (
          <DataTable
            label={`Units of ${category.name}`}
            columns={buildColumns(base)}
            rows={units}
            rowKey={({ id }) => id}
            onOpen={(unit) => show({ what: 'unit', unit })}
            actions={{
              label: ({ code }) => `Actions for ${code}`,
              of: (unit) => [
                { label: 'Edit', onChoose: () => show({ what: 'unit', unit }) },
                { label: 'Replace', onChoose: () => show({ what: 'replace', unit }) },
                {
                  label: 'Delete',
                  disabled: unit.isStandard,
                  onChoose: () => show({ what: 'delete', unit }),
                },
              ],
            }}
          />
        )}
        {base && second ? (
          <Section title="Convert">
            <UnitConverter
              units={units.map((unit) => ({ ...unit, label: unitLabel(unit) }))}
              first={base.id}
              second={second.id}
            />
          </Section>
        ) : null}
        {units.length > 0 ? (
          <Section title="Shown in">
            <Box sx={{ maxWidth: 360 }}>
              <SelectField
                label="Charts and tables show values in"
                choices={[
                  { value: '', label: 'As measured' },
                  ...units
                    .filter(({ id, isDeprecated }) => !isDeprecated || id === chosen)
                    .map((unit) => ({ value: String(unit.id), label: unitLabel(unit) })),
                ]}
                value={chosen == null ? '' : String(chosen)}
                onChange={({ target }) =>
                  choice.choose(category.id, target.value === '' ? undefined : Number(target.value))
                }
              />
              <Muted sx={{ pt: 1 }}>
                Applies to users who have not chosen another unit in their settings. Stored values do not
                change.
              </Muted>
              <ErrorState error={choice.error} fallback="The choice could not be saved." />
            </Box>
          </Section>
        ) : null}
      </Stack>
      {shown?.what === 'unit' ? (
        <UnitDialog category={category} unit={shown.unit} base={base} onClose={close} />
      ) : null}
      {shown?.what === 'delete' ? <DeleteUnit unit={shown.unit} onClose={close} /> : null}
      {shown?.what === 'replace' ? <ReplaceUnit unit={shown.unit} units={units} onClose={close} /> : null}
    </Page>
  );
}

function CategoryActions({ category, hasUnits }: { category: UnitCategory; hasUnits: boolean }): ReactNode {
  const navigate = useNavigate();
  const removal = useDeleteCategory();
  const [shown, show] = useState<'edit' | 'delete' | null>(null);
  return (
    <>
      <ActionsMenu
        label={`Actions for ${category.name}`}
        actions={[
          { label: 'Edit category', onChoose: () => show('edit') },
          {
            label: 'Delete category',
            disabled: category.isStandard || hasUnits,
            onChoose: () => show('delete'),
          },
        ]}
      />
      {shown === 'edit' ? <CategoryDialog category={category} onClose={() => show(null)} /> : null}
      {shown === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${category.name}?`}
          yes="Delete"
          busy={removal.isPending}
          onYes={() => removal.mutate(category.id, { onSuccess: () => void navigate('/settings/uoms') })}
          onNo={() => show(null)}
        >
          {removal.error
            ? failureMessage(removal.error, 'The category could not be deleted.')
            : 'The category has no units.'}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

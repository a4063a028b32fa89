import Box from '@mui/material/Box';
import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import type { ReactNode } from 'react';
import { useUnitCategories, useUnitChoice, useUnits } from '../../shared/units/use-display-unit.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Muted } from '../../ui/page/muted.tsx';

/** The display unit of each category. Applied at once and saved for the user on all computers. */
export function UnitChoice(): ReactNode {
  const categories = useUnitCategories();
  const units = useUnits();
  return (
    <>
      <Muted sx={{ pb: 3 }}>Charts and tables show values in these units. Stored values do not change.</Muted>
      <Loaded query={categories} rows={4} fallback="The units could not be loaded.">
        {(found) => (
          <Loaded query={units} rows={4} fallback="The units could not be loaded.">
            {(all) => <Choices categories={found} units={all} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function Choices({
  categories,
  units,
}: {
  categories: readonly UnitCategory[];
  units: readonly Unit[];
}): ReactNode {
  const choice = useUnitChoice();
  // Categories with a single unit have no choice.
  const offered = categories.flatMap((category) => {
    const chosen = choice.units[category.id];
    const own = units.filter(
      (unit) => unit.categoryId === category.id && (!unit.isDeprecated || unit.id === chosen),
    );
    return own.length > 1 ? [{ category, own }] : [];
  });
  return (
    <>
      <ErrorState error={choice.error} fallback="The choice could not be saved." />
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 4, pb: 2 }}
      >
        {offered.map(({ category, own }) => (
          <SelectField
            key={category.id}
            label={category.name}
            value={toSelected(choice.units[category.id])}
            choices={[
              { value: '', label: 'Plant default' },
              { value: 'measured', label: 'As measured' },
              ...own.map((unit) => ({
                value: String(unit.id),
                label: unit.abbreviation === unit.name ? unit.name : `${unit.abbreviation} – ${unit.name}`,
              })),
            ]}
            onChange={({ target }) => choice.choose(category.id, toChoice(target.value))}
          />
        ))}
      </Box>
    </>
  );
}

/** The value of a choice in the select: empty for none, `measured`, or the unit's id. */
const toSelected = (chosen: number | null | undefined): string =>
  chosen === undefined ? '' : chosen === null ? 'measured' : String(chosen);

const toChoice = (value: string): number | null | undefined =>
  value === '' ? undefined : value === 'measured' ? null : Number(value);

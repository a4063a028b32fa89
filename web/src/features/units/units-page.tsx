import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useCategoryList, useUnitList } from './api.ts';
import { CategoriesView } from './categories-view.tsx';
import { CategoryView } from './category-view.tsx';

/** `/settings/uoms`: the categories of units, or the units of `?category=`. */
export function UnitsPage(): ReactNode {
  const categories = useCategoryList();
  const units = useUnitList();
  return (
    <Loaded query={categories} rows={12} fallback="The units could not be loaded.">
      {(found) => (
        <Loaded query={units} rows={12} fallback="The units could not be loaded.">
          {(all) => <Views categories={found.records} units={all.records} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Views({
  categories,
  units,
}: {
  categories: readonly UnitCategory[];
  units: readonly Unit[];
}): ReactNode {
  const [address] = useSearchParams();
  const category = categories.find(({ id }) => String(id) === address.get('category'));
  return category ? (
    <CategoryView
      key={category.id}
      category={category}
      units={units.filter((unit) => unit.categoryId === category.id)}
    />
  ) : (
    <CategoriesView categories={categories} units={units} />
  );
}

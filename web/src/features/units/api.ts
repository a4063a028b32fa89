import { useMutation } from '@tanstack/react-query';
import type {
  createUnit,
  createUnitCategory,
  deleteUnit,
  deleteUnitCategory,
  getUnitUses,
  listUnitCategoryPage,
  listUnitPage,
  NewUnit,
  NewUnitCategory,
  replaceUnit,
  Unit,
  UnitCategory,
  updateUnit,
  updateUnitCategory,
} from '@twinward/contracts/system/unit';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiListQuery, useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

const everything = { 'page-number': 1, 'page-size': 1000 };

/** All units by category, also for administrators without access to twins. */
export const useUnitList = () =>
  useApiListQuery<typeof listUnitPage>(['units', { list: true }], 'POST /api/uom/units/filters', {
    query: everything,
    body: {},
  });

export const useCategoryList = () =>
  useApiListQuery<typeof listUnitCategoryPage>(
    ['unit-categories', { list: true }],
    'POST /api/uom/categories/filters',
    { query: everything, body: {} },
  );

/** The uses of a unit in records. */
export const useUnitUses = (id: number) =>
  useApiQuery<typeof getUnitUses>(['units', { id, uses: true }], 'GET /api/uom/units/:id/uses', {
    params: { id },
  });

const meta = { renews: ['units', 'unit-categories'] as const };

/** The writable fields of a unit. */
const writable = ({
  categoryId,
  code,
  name,
  abbreviation,
  description,
  factor,
  offset,
  isDeprecated,
}: Unit): NewUnit => ({
  categoryId,
  code,
  name,
  abbreviation,
  description,
  factor,
  offset,
  isDeprecated,
});

const changeUnit = ({ id, version }: Unit, body: NewUnit) =>
  call<typeof updateUnit>('PUT /api/uom/units/:id', { params: { id }, body: { ...body, version } });
const removeUnit = (id: number) => call<typeof deleteUnit>('DELETE /api/uom/units/:id', { params: { id } });

/** Adds a unit, or changes one. */
export const useSaveUnit = (unit: Unit | null) =>
  useMutation({
    mutationFn: (body: NewUnit) =>
      unit === null ? call<typeof createUnit>('POST /api/uom/units', { body }) : changeUnit(unit, body),
    meta: {
      ...meta,
      undo: (saved: Unit) =>
        unit === null ? () => removeUnit(saved.id) : () => changeUnit(saved, writable(unit)),
    },
  });

export const useDeleteUnit = () =>
  useMutation({
    mutationFn: removeUnit,
    meta: { says: 'Deleted.', renews: [...meta.renews, 'display-units'] as const },
  });

/** Replaces a unit wherever it is used. Records of many types may change. */
export const useReplaceUnit = ({ id, version }: Unit) =>
  useApiMutation<typeof replaceUnit, number>('POST /api/uom/units/:id/replace', {
    toCall: (by) => ({ params: { id }, body: { by, version } }),
    renews: 'all' as const,
  });

const changeCategory = ({ id, version }: UnitCategory, body: NewUnitCategory) =>
  call<typeof updateUnitCategory>('PUT /api/uom/categories/:id', {
    params: { id },
    body: { ...body, version },
  });
const removeCategory = (id: number) =>
  call<typeof deleteUnitCategory>('DELETE /api/uom/categories/:id', { params: { id } });

/** Adds a category, or changes one. */
export const useSaveCategory = (category: UnitCategory | null) =>
  useMutation({
    mutationFn: (body: NewUnitCategory) =>
      category === null
        ? call<typeof createUnitCategory>('POST /api/uom/categories', { body })
        : changeCategory(category, body),
    meta: {
      ...meta,
      undo: (saved: UnitCategory) => {
        if (category === null) return () => removeCategory(saved.id);
        const { name, description } = category;
        return () => changeCategory(saved, { name, description });
      },
    },
  });

export const useDeleteCategory = () =>
  useMutation({ mutationFn: removeCategory, meta: { ...meta, says: 'Deleted.' } });

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
import { useApiListQuery, useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

const everything = { 'page-number': 1, 'page-size': 1000 };

/** All units, by category: also for administrators who see no twins. */
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

/** Which records use a unit. */
export const useUnitUses = (id: number) =>
  useApiQuery<typeof getUnitUses>(['units', { id, uses: true }], 'GET /api/uom/units/:id/uses', {
    params: { id },
  });

const meta = { renews: ['units', 'unit-categories'] as const };

/** Adds a unit, or changes one. */
export const useSaveUnit = (unit: Unit | null) =>
  useMutation({
    mutationFn: (body: NewUnit) =>
      unit === null
        ? call<typeof createUnit>('POST /api/uom/units', { body })
        : call<typeof updateUnit>('PUT /api/uom/units/:id', {
            params: { id: unit.id },
            body: { ...body, version: unit.version },
          }),
    meta,
  });

export const useDeleteUnit = () =>
  useMutation({
    mutationFn: (id: number) => call<typeof deleteUnit>('DELETE /api/uom/units/:id', { params: { id } }),
    meta: { says: 'Deleted.', renews: [...meta.renews, 'display-units'] as const },
  });

/** Replaces a unit wherever it is used; records of many kinds may change. */
export const useReplaceUnit = ({ id, version }: Unit) =>
  useMutation({
    mutationFn: (by: number) =>
      call<typeof replaceUnit>('POST /api/uom/units/:id/replace', { params: { id }, body: { by, version } }),
    meta: { renews: 'all' as const },
  });

/** Adds a category, or changes one. */
export const useSaveCategory = (category: UnitCategory | null) =>
  useMutation({
    mutationFn: (body: NewUnitCategory) =>
      category === null
        ? call<typeof createUnitCategory>('POST /api/uom/categories', { body })
        : call<typeof updateUnitCategory>('PUT /api/uom/categories/:id', {
            params: { id: category.id },
            body: { ...body, version: category.version },
          }),
    meta,
  });

export const useDeleteCategory = () =>
  useMutation({
    mutationFn: (id: number) =>
      call<typeof deleteUnitCategory>('DELETE /api/uom/categories/:id', { params: { id } }),
    meta: { ...meta, says: 'Deleted.' },
  });

import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { fromRow } from '../../../platform/database/from-row.ts';
import type { CategoryRow, UnitRow } from './store.ts';

export const toUnit = ({ shift, is_base, ...row }: UnitRow): Unit => ({
  ...fromRow(row),
  offset: shift,
});

export const toCategory = (row: CategoryRow): UnitCategory => fromRow(row);

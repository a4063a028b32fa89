import { z } from 'zod';
import { id, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** What is measured: its units can be converted into one another. */
export const unitCategory = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    isStandard: z.boolean().describe('Comes with the product'),
    baseUnitId: id.nullable().describe('The unit that the factors of the others lead to'),
  })
  .meta({ id: 'UnitCategory' });
export type UnitCategory = z.infer<typeof unitCategory>;

export const unit = z
  .object({
    id,
    categoryId: id,
    code: z.string().describe('UCUM, case sensitive: by it tags and inputs name their unit'),
    name: z.string(),
    abbreviation: z.string(),
    description: z.string(),
    isStandard: z.boolean().describe('Comes with the product'),
    factor: z.number().describe('A value in the base unit of the category is (value + offset) x factor'),
    offset: z.number(),
  })
  .meta({ id: 'Unit' });
export type Unit = z.infer<typeof unit>;

export const getUnits = defineRoute({
  method: 'GET',
  path: '/api/uom/units',
  access: 'apps',
  tag: 'Units of measure',
  summary: 'All units, by category and in its order',
  response: z.array(unit),
});

export const getUnitCategories = defineRoute({
  method: 'GET',
  path: '/api/uom/categories',
  access: 'apps',
  tag: 'Units of measure',
  summary: 'What can be measured, by name',
  response: z.array(unitCategory),
});

/** How a record that is written names its unit: by its code, or in its place by its id. */
export const writableUnit = {
  unit: text(50).nullable().default(null).describe('UCUM code'),
  uomId: id.nullable().optional().describe('The unit by its id; where it is given, unit does not count'),
};

/** In which unit a user wants to see what is measured: the unit's id by that of its category. */
export const displayUnits = z
  .strictObject({
    units: z.record(z.string().regex(/^[1-9]\d{0,9}$/, 'Please give the ids of categories.'), id),
  })
  .meta({ id: 'DisplayUnits' });
export type DisplayUnits = z.infer<typeof displayUnits>;
export const defaultDisplayUnits: DisplayUnits = { units: {} };

export const getDisplayUnits = defineRoute({
  method: 'GET',
  path: '/api/settings/user/units',
  access: 'signed-in',
  tag: 'User',
  summary: 'The units in which the user wants to see values; of other categories they are as measured',
  response: displayUnits,
});

export const setDisplayUnits = defineRoute({
  method: 'POST',
  path: '/api/settings/user/units',
  access: 'signed-in',
  tag: 'User',
  summary: 'Choose the units in which to see values',
  body: displayUnits,
  response: displayUnits,
});

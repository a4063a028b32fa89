import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { id, idParams, requiredText, text, typeError, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** What is measured: its units can be converted into one another. */
export const unitCategory = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    isStandard: z.boolean().describe('Comes with the product'),
    baseUnitId: id
      .nullable()
      .describe('The unit that the factors of the others lead to; null while the category has no units'),
    version: version.describe('Counts up with every change'),
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
    isDeprecated: z.boolean().describe('Not offered for new choices; stays where it is used'),
    version: version.describe('Counts up with every change'),
  })
  .meta({ id: 'Unit' });
export type Unit = z.infer<typeof unit>;

export const getUnits = defineRoute({
  method: 'GET',
  path: '/api/uom/units',
  access: 'signed-in',
  tag: 'Units of measure',
  summary: 'All units, by category and in its order',
  response: z.array(unit),
});

export const getUnitCategories = defineRoute({
  method: 'GET',
  path: '/api/uom/categories',
  access: 'signed-in',
  tag: 'Units of measure',
  summary: 'What can be measured, by name',
  response: z.array(unitCategory),
});

/** A name of a unit that logic may quote after a number. */
const unitName = (maximum: number) =>
  requiredText(maximum).refine((name) => !/["\n]/.test(name), 'Please leave out quotation marks.');

const factor = z
  .number(typeError('Please enter a number.'))
  .min(1e-30, 'Please enter a number between 1e-30 and 1e30.')
  .max(1e30, 'Please enter a number between 1e-30 and 1e30.');

const writableFields = {
  categoryId: id,
  code: requiredText(50).refine(
    (code) => code === '' || /^[!#-~]+$/.test(code),
    'Please enter a UCUM code: letters, digits and signs of ASCII, without spaces and quotation marks.',
  ),
  name: unitName(100),
  abbreviation: unitName(30),
  description: text(500).default(''),
  factor: factor.default(1),
  offset: z
    .number(typeError('Please enter a number.'))
    .min(-1e15, 'Please enter a number between -1e15 and 1e15.')
    .max(1e15, 'Please enter a number between -1e15 and 1e15.')
    .default(0),
  isDeprecated: z.boolean().default(false),
};

/** A unit of one's own. The first of a category is its base: its factor is 1 and its offset 0. */
export const newUnit = z.strictObject(writableFields).meta({ id: 'NewUnit' });
export type NewUnit = z.infer<typeof newUnit>;

export const unitChange = newUnit
  .extend({ version: version.describe('Of the unit that was changed') })
  .meta({ id: 'UnitChange' });
export type UnitChange = z.infer<typeof unitChange>;

/** Records of one kind that use a unit. */
export const unitUse = z
  .object({ usedBy: z.string().describe('The kind of records, such as tags'), count: z.number().int() })
  .meta({ id: 'UnitUse' });
export type UnitUse = z.infer<typeof unitUse>;

export const newUnitCategory = z
  .strictObject({ name: requiredText(100), description: text(500).default('') })
  .meta({ id: 'NewUnitCategory' });
export type NewUnitCategory = z.infer<typeof newUnitCategory>;

export const unitCategoryChange = newUnitCategory
  .extend({ version: version.describe('Of the category that was changed') })
  .meta({ id: 'UnitCategoryChange' });
export type UnitCategoryChange = z.infer<typeof unitCategoryChange>;

const tag = 'Units of measure';

export const listUnitPage = defineRoute({
  method: 'POST',
  path: '/api/uom/units/filters',
  access: 'signed-in',
  tag,
  summary:
    'Units, by category. Fields: Id, CategoryId, Category, Code, Name, Abbreviation, IsStandard, IsDeprecated',
  query: paging,
  body: listBody,
  response: z.array(unit),
  paged: true,
});

export const createUnit = defineRoute({
  method: 'POST',
  path: '/api/uom/units',
  access: 'system',
  tag,
  summary: 'Add a unit; tags whose unit is a free text of its code are in it from then on',
  body: newUnit,
  status: 201,
  response: unit,
});

export const updateUnit = defineRoute({
  method: 'PUT',
  path: '/api/uom/units/:id',
  access: 'system',
  tag,
  summary:
    'Change a unit. Of one of the product’s own only description and deprecation change; of one in use not its code and conversion',
  params: idParams,
  body: unitChange,
  response: unit,
});

export const deleteUnit = defineRoute({
  method: 'DELETE',
  path: '/api/uom/units/:id',
  access: 'system',
  tag,
  summary: 'Delete a unit of one’s own that nothing uses',
  params: idParams,
  status: 204,
});

export const getUnitUses = defineRoute({
  method: 'GET',
  path: '/api/uom/units/:id/uses',
  access: 'system',
  tag,
  summary: 'Which records use a unit, counted by kind',
  params: idParams,
  response: z.array(unitUse),
});

export const replaceUnit = defineRoute({
  method: 'POST',
  path: '/api/uom/units/:id/replace',
  access: 'system',
  tag,
  summary: 'Replace a unit by another with the same conversion wherever it is used; the unit is deprecated',
  params: idParams,
  body: z.strictObject({
    by: id.describe('The unit that takes its place'),
    version: version.describe('Of the unit that is replaced'),
  }),
  response: unit,
});

export const listUnitCategoryPage = defineRoute({
  method: 'POST',
  path: '/api/uom/categories/filters',
  access: 'signed-in',
  tag,
  summary: 'What can be measured, by name. Fields: Id, Name, Description, IsStandard',
  query: paging,
  body: listBody,
  response: z.array(unitCategory),
  paged: true,
});

export const createUnitCategory = defineRoute({
  method: 'POST',
  path: '/api/uom/categories',
  access: 'system',
  tag,
  summary: 'Add a category of units',
  body: newUnitCategory,
  status: 201,
  response: unitCategory,
});

export const updateUnitCategory = defineRoute({
  method: 'PUT',
  path: '/api/uom/categories/:id',
  access: 'system',
  tag,
  summary: 'Change a category; of one of the product’s own only its description',
  params: idParams,
  body: unitCategoryChange,
  response: unitCategory,
});

export const deleteUnitCategory = defineRoute({
  method: 'DELETE',
  path: '/api/uom/categories/:id',
  access: 'system',
  tag,
  summary: 'Delete a category of one’s own that has no units',
  params: idParams,
  status: 204,
});

/** How a record that is written names its unit: by its code, or in its place by its id. */
export const writableUnit = {
  unit: text(50).nullable().default(null).describe('UCUM code'),
  uomId: id.nullable().optional().describe('The unit by its id; where it is given, unit does not count'),
};

/** In which unit values are shown: the unit's id by that of its category; null: as measured. */
export const displayUnits = z
  .strictObject({
    units: z.record(z.string().regex(/^[1-9]\d{0,9}$/, 'Please give the ids of categories.'), id.nullable()),
  })
  .meta({ id: 'DisplayUnits' });
export type DisplayUnits = z.infer<typeof displayUnits>;
export const defaultDisplayUnits: DisplayUnits = { units: {} };

export const getDisplayUnits = defineRoute({
  method: 'GET',
  path: '/api/settings/user/units',
  access: 'signed-in',
  tag: 'User',
  summary:
    'The units in which the user wants to see values; of other categories they are shown as the tenant chose',
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

export const getTenantDisplayUnits = defineRoute({
  method: 'GET',
  path: '/api/settings/system/units',
  access: 'signed-in',
  tag: 'System',
  summary: 'The units in which values are shown to users who chose no others',
  response: displayUnits,
});

export const setTenantDisplayUnits = defineRoute({
  method: 'POST',
  path: '/api/settings/system/units',
  access: 'system',
  tag: 'System',
  summary: 'Choose the units in which values are shown to users who chose no others',
  body: displayUnits,
  response: displayUnits,
});

import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, requiredText, text, typeError, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Units of measure');

/** A measured quantity. Its units can be converted into one another. */
export const unitCategory = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    isStandard: z.boolean().describe('Whether it is built in'),
    baseUnitId: id
      .nullable()
      .describe(
        'Id of the unit to which the factors of the others convert; null while the category has no units',
      ),
    version: version.describe('Optimistic-lock version'),
  })
  .meta({ id: 'UnitCategory' });
export type UnitCategory = z.infer<typeof unitCategory>;

export const unit = z
  .object({
    id,
    categoryId: id,
    code: z.string().describe('UCUM code, case-sensitive; tags and inputs refer to the unit by it'),
    name: z.string(),
    abbreviation: z.string(),
    description: z.string(),
    isStandard: z.boolean().describe('Whether it is built in'),
    factor: z
      .number()
      .describe('Conversion factor: a value in the base unit of the category is (value + offset) × factor'),
    offset: z.number(),
    isDeprecated: z
      .boolean()
      .describe('Whether it is no longer offered for new choices; existing uses are kept'),
    version: version.describe('Optimistic-lock version'),
  })
  .meta({ id: 'Unit' });
export type Unit = z.infer<typeof unit>;

export const getUnits = defineRoute('GET /api/uom/units', {
  access: 'signed-in',
  summary: 'List all units, by category and in its order',
  response: z.array(unit),
});

export const getUnitCategories = defineRoute('GET /api/uom/categories', {
  access: 'signed-in',
  summary: 'List the unit categories, by name',
  response: z.array(unitCategory),
});

/** The name of a unit, without quotes because logic can quote it after a number. */
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
    'Please enter a UCUM code: ASCII letters, digits and signs, without spaces and quotation marks.',
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

/** A new custom unit. The first unit of a category is its base unit, with factor 1 and offset 0. */
export const newUnit = z.strictObject(writableFields).meta({ id: 'NewUnit' });
export type NewUnit = z.infer<typeof newUnit>;

export const unitChange = newUnit
  .extend({ version: version.describe('Version of the unit that you edited') })
  .meta({ id: 'UnitChange' });
export type UnitChange = z.infer<typeof unitChange>;

/** The uses of a unit by records of one kind. */
export const unitUse = z
  .object({ usedBy: z.string().describe('Kind of the records, such as tags'), count: z.number().int() })
  .meta({ id: 'UnitUse' });
export type UnitUse = z.infer<typeof unitUse>;

export const newUnitCategory = z
  .strictObject({ name: requiredText(100), description: text(500).default('') })
  .meta({ id: 'NewUnitCategory' });
export type NewUnitCategory = z.infer<typeof newUnitCategory>;

export const unitCategoryChange = newUnitCategory
  .extend({ version: version.describe('Version of the category that you edited') })
  .meta({ id: 'UnitCategoryChange' });
export type UnitCategoryChange = z.infer<typeof unitCategoryChange>;

export const listUnitPage = defineRoute('POST /api/uom/units/filters', {
  access: 'signed-in',
  summary:
    'List the units, by category. Fields: Id, CategoryId, Category, Code, Name, Abbreviation, IsStandard, IsDeprecated',
  ...listCall,
  response: z.array(unit),
});

export const createUnit = defineRoute('POST /api/uom/units', {
  access: 'system',
  summary: 'Create a unit. Tags whose unit is free text equal to its code use it from then on',
  body: newUnit,
  status: 201,
  response: unit,
});

export const updateUnit = defineRoute('PUT /api/uom/units/:id', {
  access: 'system',
  summary:
    'Update a unit. Of a built-in unit, only description and deprecation can change; of a unit in use, code and conversion can’t',
  body: unitChange,
  response: unit,
});

export const deleteUnit = defineRoute('DELETE /api/uom/units/:id', {
  access: 'system',
  summary: 'Delete a custom unit that is not in use',
});

export const getUnitUses = defineRoute('GET /api/uom/units/:id/uses', {
  access: 'system',
  summary: 'Count the records that use a unit, by kind',
  response: z.array(unitUse),
});

export const replaceUnit = defineRoute('POST /api/uom/units/:id/replace', {
  access: 'system',
  summary:
    'Replace a unit wherever it is used by another with the same conversion. The old unit is deprecated',
  body: z.strictObject({
    by: id.describe('Id of the replacement'),
    version: version.describe('Version of the unit that is replaced'),
  }),
  response: unit,
});

export const listUnitCategoryPage = defineRoute('POST /api/uom/categories/filters', {
  access: 'signed-in',
  summary: 'List the unit categories, by name. Fields: Id, Name, Description, IsStandard',
  ...listCall,
  response: z.array(unitCategory),
});

export const createUnitCategory = defineRoute('POST /api/uom/categories', {
  access: 'system',
  summary: 'Create a unit category',
  body: newUnitCategory,
  status: 201,
  response: unitCategory,
});

export const updateUnitCategory = defineRoute('PUT /api/uom/categories/:id', {
  access: 'system',
  summary: 'Update a unit category; of a built-in one, only its description',
  body: unitCategoryChange,
  response: unitCategory,
});

export const deleteUnitCategory = defineRoute('DELETE /api/uom/categories/:id', {
  access: 'system',
  summary: 'Delete a custom unit category without units',
});

/** How a saved record refers to its unit: by code, or instead by id. */
export const writableUnit = {
  unit: text(50).nullable().default(null).describe('UCUM code of the unit'),
  uomId: id.nullable().optional().describe('Id of the unit; takes precedence over `unit`'),
};

/** The units for displaying values: id of the unit by id of its category; null to display as measured. */
export const displayUnits = z
  .strictObject({
    units: z.record(z.string().regex(/^[1-9]\d{0,9}$/, 'Please give the ids of categories.'), id.nullable()),
  })
  .meta({ id: 'DisplayUnits' });
export type DisplayUnits = z.infer<typeof displayUnits>;
export const defaultDisplayUnits: DisplayUnits = { units: {} };

export const getDisplayUnits = defineRoute('GET /api/settings/user/units', {
  access: 'signed-in',
  tag: 'User',
  summary: 'Get the units in which the user displays values; other categories use the default of the tenant',
  response: displayUnits,
});

export const setDisplayUnits = defineRoute('POST /api/settings/user/units', {
  access: 'signed-in',
  tag: 'User',
  summary: 'Update the units in which the user displays values',
  body: displayUnits,
  response: displayUnits,
});

export const getTenantDisplayUnits = defineRoute('GET /api/settings/system/units', {
  access: 'signed-in',
  tag: 'System',
  summary: 'Get the default units for displaying values',
  response: displayUnits,
});

export const setTenantDisplayUnits = defineRoute('POST /api/settings/system/units', {
  access: 'system',
  tag: 'System',
  summary: 'Update the default units for displaying values',
  body: displayUnits,
  response: displayUnits,
});

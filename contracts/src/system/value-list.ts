import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listCall } from '../core/list.ts';
import { id, identifier, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Lists');

/** Systems for work requests. */
export const workSystems = ['SAP', 'HEXAGON', 'MAXIMO'] as const;
export type WorkSystem = (typeof workSystems)[number];

/** The list of remediations of advisories. */
export const remediationListId = 1;
/** The lists of failure codes of ISO 14224: mechanisms (table B.2) and causes (table B.3). */
export const failureMechanismListId = 5;
export const failureCauseListId = 6;

const workListNames = ['WORK_REQUEST_PRIORITY', 'WORK_REQUEST_TYPES', 'WORK_REQUEST_STATUS'] as const;
export type WorkListName = (typeof workListNames)[number];

/** C text, N number. */
const listDataTypes = ['C', 'N'] as const;

/** Plain: values with captions. Coloured: names with colors. Simple: names. */
const listKinds = ['plain', 'coloured', 'simple'] as const;
export type ListKind = (typeof listKinds)[number];

export const defaultItemColor = '#E0E0E0';

/** Maximum number of items of a list. */
const maximumListItems = 5000;

const itemColor = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Please enter a colour as #E0E0E0.')
  .transform((color) => color.toUpperCase());

export const valueListItem = z
  .object({
    id,
    caption: z.string(),
    category: z.string().nullable().describe('Category of the item, such as a system'),
    value: z.string().describe('Stored value; the caption in a coloured or simple list'),
    description: z.string(),
    color: z.string().nullable().describe('Color, in a coloured list'),
    default: z.boolean().describe('Whether it is preselected in forms; at most one item per category'),
    isStandard: z.boolean().describe('Whether it is built in; its value and category are fixed'),
    isDeprecated: z
      .boolean()
      .describe('Whether it is no longer offered for new choices; existing uses are kept'),
  })
  .meta({ id: 'ValueListItem' });
export type ValueListItem = z.infer<typeof valueListItem>;

/** The values for a field, in order. Records refer to an item by its id or, in a plain list, by its value. */
export const valueList = z
  .object({
    id,
    isStandard: z.boolean().describe('Whether it is built in'),
    name: z.string(),
    description: z.string(),
    dataType: z.enum(listDataTypes).describe('C for text, N for number'),
    kind: z.enum(listKinds),
    hasFixedItems: z
      .boolean()
      .describe('Whether its codes are fixed by a standard: none can be added or removed'),
    configuration: z.object({ categories: z.array(z.string()), items: z.array(valueListItem) }),
    version: version.describe('Optimistic-lock version'),
  })
  .meta({ id: 'ValueList' });
export type ValueList = z.infer<typeof valueList>;

/** The uses of an item by records of one kind. */
export const listItemUse = z
  .object({
    itemId: id.nullable().describe('Id of the item; null for the list itself'),
    usedBy: z.string().describe('Kind of the records, such as work'),
    count: z.number().int(),
  })
  .meta({ id: 'ListItemUse' });
export type ListItemUse = z.infer<typeof listItemUse>;

/** A list for editing. */
export const editedList = valueList.extend({ uses: z.array(listItemUse) }).meta({ id: 'EditedList' });
export type EditedList = z.infer<typeof editedList>;

/** An item to save; without an id, a new one. */
export const listItemChange = z
  .strictObject({
    id: id.optional(),
    caption: requiredText(100),
    category: requiredText(60).nullable().default(null),
    value: requiredText(100)
      .optional()
      .describe('Value, required in a plain list; the caption in the others'),
    description: text(500).default(''),
    color: itemColor.nullable().default(null).describe('Color, in a coloured list; #E0E0E0 by default'),
    default: z.boolean().default(false),
    isDeprecated: z.boolean().default(false),
  })
  .meta({ id: 'ListItemChange' });
export type ListItemChange = z.infer<typeof listItemChange>;

const configuration = z.strictObject({
  categories: z.array(requiredText(60)).max(50).default([]),
  items: z
    .array(listItemChange)
    .max(maximumListItems)
    .default([])
    .describe('Items in order; missing items are deleted'),
});

export const valueListChange = z
  .strictObject({
    description: text(500).default(''),
    configuration,
    version: version.describe('Version of the list that you edited'),
  })
  .meta({ id: 'ValueListChange' });
export type ValueListChange = z.infer<typeof valueListChange>;

export const newValueList = z
  .strictObject({
    name: identifier(60),
    description: text(500).default(''),
    dataType: z.enum(listDataTypes).default('C'),
    kind: z.enum(listKinds).default('plain'),
    configuration: configuration.default({ categories: [], items: [] }),
  })
  .meta({ id: 'NewValueList' });
export type NewValueList = z.infer<typeof newValueList>;

export const valueListSummary = valueList
  .omit({ configuration: true, version: true })
  .extend({ categories: z.array(z.string()), itemCount: z.number().int() })
  .meta({ id: 'ValueListSummary' });
export type ValueListSummary = z.infer<typeof valueListSummary>;

export const loadValueList = defineRoute('GET /api/lists/load/:listId', {
  access: 'signed-in',
  summary:
    'Get a value list with its items. 1: remediations, 5: failure mechanisms, 6: failure causes of ISO 14224',
  response: valueList,
});

export const getValues = defineRoute('GET /api/lists/values/:listName/:system', {
  access: 'signed-in',
  summary:
    'List the values of a list for a system, in order. Lists: WORK_REQUEST_PRIORITY, WORK_REQUEST_TYPES, WORK_REQUEST_STATUS; systems: SAP, HEXAGON, MAXIMO',
  params: z.object({ listName: z.string().max(100), system: z.string().max(100) }),
  response: z.array(valueListItem),
});

export const listValueLists = defineRoute('POST /api/lists/filters', {
  access: 'signed-in',
  summary:
    'List the value lists, by name. Fields: Id, Name, Description, DataType, Kind, IsStandard, ItemCount',
  ...listCall,
  response: z.array(valueListSummary),
});

export const getEditedList = defineRoute('GET /api/lists/:name', {
  access: 'lists',
  summary: 'Get a value list with its items and their uses',
  response: editedList,
});

export const createValueList = defineRoute('POST /api/lists', {
  access: 'lists',
  summary: 'Create a value list',
  body: newValueList,
  status: 201,
  response: editedList,
});

export const updateValueList = defineRoute('PUT /api/lists/:id', {
  access: 'lists',
  summary: 'Update a value list with all of its items. Items in use can’t be deleted and keep their value',
  body: valueListChange,
  response: editedList,
});

export const deleteValueList = defineRoute('DELETE /api/lists/:id', {
  access: 'lists',
  summary: 'Delete a value list that is not in use',
});

export const replaceListItem = defineRoute('POST /api/lists/:id/items/:itemId/replace', {
  access: 'lists',
  summary: 'Replace an item wherever it is used by another of its category. The old item is deprecated',
  body: z.strictObject({
    by: id.describe('Id of the replacement'),
    version: version.describe('Version of the list'),
  }),
  response: editedList,
});

export const exportValueList = defineRoute('GET /api/lists/:id/export', {
  access: 'lists',
  summary: 'Export the items of a value list as an xlsx workbook, in the columns of an import',
  ...returnsFile('xlsx'),
});

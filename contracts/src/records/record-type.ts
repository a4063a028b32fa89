import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { listCall } from '../core/list.ts';
import { requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { fieldDefinition, fieldKinds, maximumFields, recordIdentifier } from './field.ts';

const defineRoute = routeGroup('Record types');

/** System types by their identifiers. Their built-in fields are fixed; fields can be added. */
export const systemTypes = [
  'asset',
  'twin',
  'tag',
  'protection',
  'advisory',
  'risk-analysis',
  'work',
  'failure-mode',
  'activity',
] as const;
export type SystemType = (typeof systemTypes)[number];

export const isSystemType = (name: string): name is SystemType =>
  (systemTypes as readonly string[]).includes(name);

export const maximumStates = 50;

export const recordState = z
  .strictObject({ name: recordIdentifier, caption: requiredText(100) })
  .meta({ id: 'RecordState' });
export type RecordState = z.infer<typeof recordState>;

/** A transition between states, and who may make it in addition to administrators. */
export const stateTransition = z
  .strictObject({
    from: recordIdentifier,
    to: recordIdentifier,
    caption: requiredText(100),
    groups: z
      .array(z.string().max(60))
      .max(50)
      .default([])
      .describe('Groups whose members may make it; empty for everybody who may write the records'),
  })
  .meta({ id: 'StateTransition' });
export type StateTransition = z.infer<typeof stateTransition>;

/** The changeable properties of a type. */
const definition = {
  caption: requiredText(100),
  pluralCaption: text(100).default('').describe('Plural caption, for lists; empty to use the caption'),
  description: text(500).default(''),
  icon: text(50).default('').describe('Name of an icon'),
  restricted: z
    .boolean()
    .default(false)
    .describe(
      'Whether reading requires that the type is assigned to the user; VIEWERS can read the records of other types',
    ),
  deprecated: z
    .boolean()
    .default(false)
    .describe('Whether new records are refused; existing records are kept'),
  titleTemplate: text(300)
    .default('')
    .describe('Template of titles, where {name} is the value of a field; empty to use the first text field'),
  states: z
    .array(recordState)
    .max(maximumStates)
    .default([])
    .describe('States; new records are in the first one'),
  transitions: z.array(stateTransition).max(500).default([]),
  fields: z.array(fieldDefinition).max(maximumFields).default([]).describe('Fields in the order of the form'),
};

export const newRecordType = z
  .strictObject({ name: recordIdentifier, ...definition })
  .meta({ id: 'NewRecordType' });
export type NewRecordType = z.infer<typeof newRecordType>;

export const recordTypeChange = z
  .strictObject({ ...definition, version: version.describe('Version of the type that you edited') })
  .meta({ id: 'RecordTypeChange' });
export type RecordTypeChange = z.infer<typeof recordTypeChange>;

/** A built-in field. */
export const systemField = z
  .object({
    name: z.string(),
    caption: z.string(),
    kind: z.enum(fieldKinds),
    filter: z
      .string()
      .nullable()
      .describe("Name of the field in list calls; null if lists don't filter by it"),
  })
  .meta({ id: 'SystemField' });
export type SystemField = z.infer<typeof systemField>;

export const recordTypeSummary = z
  .object({
    name: z.string(),
    caption: z.string(),
    pluralCaption: z.string(),
    description: z.string(),
    icon: z.string(),
    isSystem: z.boolean().describe('Whether it is built in; its built-in fields are locked'),
    restricted: z.boolean(),
    deprecated: z.boolean(),
    mayWrite: z.boolean().describe('Whether the user may create and update its records'),
  })
  .meta({ id: 'RecordTypeSummary' });
export type RecordTypeSummary = z.infer<typeof recordTypeSummary>;

const indexStates = ['ready', 'building'] as const;

export const recordType = recordTypeSummary
  .extend({
    titleTemplate: z.string(),
    states: z.array(recordState),
    transitions: z.array(stateTransition),
    systemFields: z.array(systemField).describe('Built-in, locked fields of a system type'),
    fields: z.array(fieldDefinition).describe('Fields in the order of the form'),
    rollUps: z
      .record(z.string(), fieldDefinition)
      .describe(
        'Roll-ups that the user may see, by name, as fields of the kind of their values; lists filter by the filterable ones',
      ),
    version,
  })
  .meta({ id: 'RecordType' });
export type RecordType = z.infer<typeof recordType>;

/** The uses of a record type, to decide whether it can be deleted. */
export const recordTypeUse = z
  .object({
    records: z.number().int(),
    fields: z
      .array(z.object({ name: z.string(), records: z.number().int(), index: z.enum(indexStates).nullable() }))
      .describe('Number of records with a value, and state of the index, per field'),
    references: z.array(z.string()).describe('Fields of other types that refer to this type, as type.field'),
  })
  .meta({ id: 'RecordTypeUse' });
export type RecordTypeUse = z.infer<typeof recordTypeUse>;

const nameParams = z.object({ name: z.string().max(100) });

export const listRecordTypes = defineRoute('POST /api/recordtypes/filters', {
  access: 'signed-in',
  summary:
    'List the record types whose records the user may read; all types for users who configure them. Fields: Name, Caption, Description, IsSystem, Restricted, Deprecated',
  ...listCall,
  response: z.array(recordTypeSummary),
});

export const getRecordType = defineRoute('GET /api/recordtypes/:name', {
  access: 'signed-in',
  summary: 'Get a record type with its fields and states',
  response: recordType,
});

export const getRecordTypeUse = defineRoute('GET /api/recordtypes/:name/use', {
  access: 'recordTypes',
  summary:
    'Get the number of records of a type, the number of values per field, and the references to the type',
  response: recordTypeUse,
});

export const createRecordType = defineRoute('POST /api/recordtypes', {
  access: 'recordTypes',
  summary: 'Create a record type',
  body: newRecordType,
  status: 201,
  response: recordType,
});

export const copyRecordType = defineRoute('POST /api/recordtypes/:name/copy', {
  access: 'recordTypes',
  summary: 'Copy a record type with its fields, states and title, without its records',
  body: z.strictObject({ name: recordIdentifier, caption: requiredText(100) }),
  status: 201,
  response: recordType,
});

export const updateRecordType = defineRoute('PUT /api/recordtypes/:name', {
  access: 'recordTypes',
  summary:
    'Update a record type. Of a system type, only the fields can be changed. A field with data keeps its kind, and is deprecated rather than removed. Returns 409 with the current type if the version is outdated',
  body: recordTypeChange,
  response: recordType,
});

export const deleteRecordType = defineRoute('DELETE /api/recordtypes/:name', {
  access: 'recordTypes',
  summary: 'Delete a record type that has no records and no references',
});

export const removeField = defineRoute('POST /api/recordtypes/:name/fields/:field/remove', {
  access: 'recordTypes',
  summary: 'Remove a deprecated field and its values from all records, as a command',
  params: nameParams.extend({ field: z.string().max(100) }),
  ...startsCommand,
});

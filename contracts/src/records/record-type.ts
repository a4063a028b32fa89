import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { listBody, paging } from '../core/list.ts';
import { requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { fieldDefinition, fieldKinds, maximumFields, recordIdentifier } from './field.ts';

const tag = 'Record types';

/** The system's own types, by their identifiers. Their own fields are fixed; they take further fields. */
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

/** A step from one state to another, and who may make it besides administrators. */
export const stateTransition = z
  .strictObject({
    from: recordIdentifier,
    to: recordIdentifier,
    caption: requiredText(100),
    groups: z
      .array(z.string().max(60))
      .max(50)
      .default([])
      .describe('Groups whose members may make it; none: everybody who may write the records'),
  })
  .meta({ id: 'StateTransition' });
export type StateTransition = z.infer<typeof stateTransition>;

/** What can be changed of a type. */
const definition = {
  caption: requiredText(100),
  pluralCaption: text(100).default('').describe('Caption of a list of them; empty: the caption'),
  description: text(500).default(''),
  icon: text(50).default('').describe('Name of an icon'),
  restricted: z
    .boolean()
    .default(false)
    .describe('Whether only users who have the type assigned read its records; VIEWERS read those of others'),
  deprecated: z.boolean().default(false).describe('Takes no new records; those that exist stay'),
  titleTemplate: text(300)
    .default('')
    .describe('{name} stands for the value of a field; empty: the first text'),
  states: z.array(recordState).max(maximumStates).default([]).describe('The first is that of a new record'),
  transitions: z.array(stateTransition).max(500).default([]),
  fields: z.array(fieldDefinition).max(maximumFields).default([]).describe('In the order of the form'),
};

export const newRecordType = z
  .strictObject({ name: recordIdentifier, ...definition })
  .meta({ id: 'NewRecordType' });
export type NewRecordType = z.infer<typeof newRecordType>;

export const recordTypeChange = z
  .strictObject({ ...definition, version: version.describe('Of the type that was changed') })
  .meta({ id: 'RecordTypeChange' });
export type RecordTypeChange = z.infer<typeof recordTypeChange>;

/** A field that comes with the product. */
export const systemField = z
  .object({
    name: z.string(),
    caption: z.string(),
    kind: z.enum(fieldKinds),
    filter: z.string().nullable().describe('The field of list calls; null where lists do not filter by it'),
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
    isSystem: z.boolean().describe('Comes with the product; its own fields are locked'),
    restricted: z.boolean(),
    deprecated: z.boolean(),
    mayWrite: z.boolean().describe('Whether the user may create and change its records'),
  })
  .meta({ id: 'RecordTypeSummary' });
export type RecordTypeSummary = z.infer<typeof recordTypeSummary>;

export const indexStates = ['ready', 'building'] as const;

export const recordType = recordTypeSummary
  .extend({
    titleTemplate: z.string(),
    states: z.array(recordState),
    transitions: z.array(stateTransition),
    systemFields: z.array(systemField).describe('Of a system type: its own, locked fields'),
    fields: z.array(fieldDefinition).describe('In the order of the form'),
    rollUps: z
      .record(z.string(), fieldDefinition)
      .describe(
        'Of the roll-ups that the user may see, by name: a field of the kind of its values, by which lists filter if it is filterable',
      ),
    version,
  })
  .meta({ id: 'RecordType' });
export type RecordType = z.infer<typeof recordType>;

/** What a type is used by, to decide whether it can be deleted. */
export const recordTypeUse = z
  .object({
    records: z.number().int(),
    fields: z
      .array(z.object({ name: z.string(), records: z.number().int(), index: z.enum(indexStates).nullable() }))
      .describe('Of each field how many records hold a value, and the state of its index'),
    references: z.array(z.string()).describe('Fields of other types that refer to it, as type.field'),
  })
  .meta({ id: 'RecordTypeUse' });
export type RecordTypeUse = z.infer<typeof recordTypeUse>;

const nameParams = z.object({ name: z.string().max(100) });

export const listRecordTypes = defineRoute({
  method: 'POST',
  path: '/api/recordtypes/filters',
  access: 'signed-in',
  tag,
  summary:
    'Record types whose records the user may read; all for those who configure them. Fields: Name, Caption, Description, IsSystem, Restricted, Deprecated',
  query: paging,
  body: listBody,
  response: z.array(recordTypeSummary),
  paged: true,
});

export const getRecordType = defineRoute({
  method: 'GET',
  path: '/api/recordtypes/:name',
  access: 'signed-in',
  tag,
  summary: 'One record type with its fields and states',
  params: nameParams,
  response: recordType,
});

export const getRecordTypeUse = defineRoute({
  method: 'GET',
  path: '/api/recordtypes/:name/use',
  access: 'recordTypes',
  tag,
  summary: 'How many records a type has, how many hold a value of each field, and what refers to it',
  params: nameParams,
  response: recordTypeUse,
});

export const createRecordType = defineRoute({
  method: 'POST',
  path: '/api/recordtypes',
  access: 'recordTypes',
  tag,
  summary: 'Add a record type',
  body: newRecordType,
  status: 201,
  response: recordType,
});

export const copyRecordType = defineRoute({
  method: 'POST',
  path: '/api/recordtypes/:name/copy',
  access: 'recordTypes',
  tag,
  summary: 'Add a record type with the fields, states and title of another, without its records',
  params: nameParams,
  body: z.strictObject({ name: recordIdentifier, caption: requiredText(100) }),
  status: 201,
  response: recordType,
});

export const updateRecordType = defineRoute({
  method: 'PUT',
  path: '/api/recordtypes/:name',
  access: 'recordTypes',
  tag,
  summary:
    'Change a record type. Of a system type only its fields can be changed. A field that holds data keeps its kind, and is deprecated rather than removed; a conflict answers with the type as it is now',
  params: nameParams,
  body: recordTypeChange,
  response: recordType,
});

export const deleteRecordType = defineRoute({
  method: 'DELETE',
  path: '/api/recordtypes/:name',
  access: 'recordTypes',
  tag,
  summary: 'Delete a record type that has no records and that nothing refers to',
  params: nameParams,
  status: 204,
});

export const removeField = defineRoute({
  method: 'POST',
  path: '/api/recordtypes/:name/fields/:field/remove',
  access: 'recordTypes',
  tag,
  summary: 'Remove a deprecated field with its values from all records, as a command',
  params: nameParams.extend({ field: z.string().max(100) }),
  status: 202,
  response: commandReference,
});

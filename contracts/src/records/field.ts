import { z } from 'zod';
import { id, identifier, isoDuration, largestInteger, requiredText, text } from '../core/primitives.ts';

/** The fields of record types: of custom types, and the further fields of the system's own types. */

export const fieldKinds = [
  'text',
  'long-text',
  'number',
  'integer',
  'money',
  'yes-no',
  'date',
  'date-time',
  'duration',
  'list-item',
  'list-items',
  'user',
  'reference',
  'attachment',
  'auto-number',
  'computed',
  'roll-up',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** The maximum number of characters of a text, which an index can hold. */
export const maximumText = 500;
export const maximumLongText = 10_000;
/** The maximum number of fields of a type. */
export const maximumFields = 200;
/** The maximum number of fields of a type that lists filter and sort by; each has an index. */
export const maximumFilterableFields = 64;
/** The maximum number of items of a field of kind `list-items`. */
export const maximumItems = 100;

/** A name that begins with a letter: it is a part of filters, templates and headings. */
export const recordIdentifier = identifier(60).refine(
  (name) => name === '' || /^[A-Za-z]/.test(name),
  'Please begin with a letter.',
);

/**
 * The value of a field, by kind: texts; numbers in the field's unit; money with up to two decimals; true or false; dates
 * as yyyy-MM-dd; times as ISO 8601 in UTC; durations as ISO 8601; the id of a list item, user or record; ids of items.
 */
export const fieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.number().int()).max(maximumItems),
]);
export type FieldValue = z.infer<typeof fieldValue>;

/** Values by the names of their fields. A field without a value is absent. */
export const fieldValues = z.record(z.string(), fieldValue);
export type FieldValues = z.infer<typeof fieldValues>;

/** Values to be set: null empties a field, and a field that is absent keeps its value. */
export const fieldChanges = z
  .record(z.string().max(100), fieldValue.nullable())
  .meta({ id: 'FieldChanges' })
  .describe('By the name of the field. Null empties a field; an absent field keeps its value');
export type FieldChanges = z.infer<typeof fieldChanges>;

/** What a record of a system type holds of the fields that were added to its type. */
export const furtherFields = { fields: fieldValues.describe('Of further fields, by name') };

/** What a call changes of them. */
export const furtherChanges = { fields: fieldChanges.optional() };

/** Ends the list of fields that a list call filters and sorts by. */
export const furtherFilter = ', and fields.{name} for a further field';

/** What another field must hold: any value, or one of these. */
export const fieldCondition = z
  .strictObject({
    field: recordIdentifier,
    values: z
      .array(z.union([z.string().max(maximumText), z.number(), z.boolean()]))
      .max(100)
      .default([])
      .describe('Empty: any value'),
  })
  .meta({ id: 'FieldCondition' });
export type FieldCondition = z.infer<typeof fieldCondition>;

const common = {
  name: recordIdentifier.describe('Stays the same; part of filters, templates and files'),
  caption: requiredText(100),
  helpText: text(500).default(''),
  section: text(100).default('').describe('Of the form; fields of one section stand together'),
  required: z.boolean().default(false),
  shownWhen: fieldCondition.nullable().default(null).describe('Hidden and empty otherwise'),
  requiredWhen: fieldCondition.nullable().default(null),
  readOnlyIn: z.array(recordIdentifier).max(50).default([]).describe('States in which it is read-only'),
  inList: z.boolean().default(true).describe('Whether lists show it unless columns are chosen'),
  deprecated: z.boolean().default(false).describe('Hidden from forms; its values stay'),
};
const filterable = z.boolean().default(true).describe('Whether lists filter and sort by it, with an index');
const unique = z.boolean().default(false).describe('Whether no two records of the type have the same value');
const indexed = { filterable, unique };

const limit = z.number().min(-1e15).max(1e15).nullable().default(null);
const integerLimit = z.number().int().min(-largestInteger).max(largestInteger).nullable().default(null);
const day = z.iso.date('Please give a date such as 2026-03-31.');

/** Reminds some days before a date: these users, the members of these groups, and the users that fields name. */
export const reminder = z
  .strictObject({
    daysBefore: z.number().int().min(0).max(3650),
    userIds: z.array(id).max(100).default([]),
    groups: z.array(z.string().max(60)).max(100).default([]),
    userFields: z.array(recordIdentifier).max(10).default([]),
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.infer<typeof reminder>;
/** The maximum number of reminders of a date. */
export const maximumReminders = 5;
const reminders = z.array(reminder).max(maximumReminders).default([]);

/** Values become points of a tag of the asset that another field refers to, at the time of a third. */
export const tagFeed = z
  .strictObject({
    asset: recordIdentifier.describe('Field of kind reference to assets'),
    time: recordIdentifier.describe('Field of kind date or date-time'),
  })
  .meta({ id: 'TagFeed' });
const feeds = tagFeed.nullable().default(null).describe('The tags that its values feed, one for each asset');

export const rollUpFunctions = ['count', 'sum', 'average', 'minimum', 'maximum', 'latest'] as const;
export type RollUpFunction = (typeof rollUpFunctions)[number];

/** A field as a type defines it. */
export const fieldDefinition = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...common,
      ...indexed,
      kind: z.literal('text'),
      maximumLength: z.number().int().min(1).max(maximumText).default(200),
      pattern: text(200).default('').describe('A regular expression that the whole text must match'),
      default: text(maximumText).nullable().default(null),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('long-text'),
      default: text(maximumLongText).nullable().default(null),
    }),
    z.strictObject({
      ...common,
      ...indexed,
      kind: z.literal('number'),
      feeds,
      unit: text(50).nullable().default(null).describe('UCUM code of the unit of its values'),
      minimum: limit,
      maximum: limit,
      default: limit,
    }),
    z.strictObject({
      ...common,
      ...indexed,
      kind: z.literal('integer'),
      feeds,
      minimum: integerLimit,
      maximum: integerLimit,
      default: integerLimit,
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('money'),
      minimum: limit,
      maximum: limit,
      default: limit,
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('yes-no'),
      default: z.boolean().nullable().default(null),
    }),
    z.strictObject({
      ...common,
      ...indexed,
      kind: z.literal('date'),
      minimum: day.nullable().default(null),
      maximum: day.nullable().default(null),
      default: z
        .union([z.literal('today'), day])
        .nullable()
        .default(null),
      reminders,
    }),
    z.strictObject({
      ...common,
      ...indexed,
      kind: z.literal('date-time'),
      default: z.literal('now').nullable().default(null),
      reminders,
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('duration'),
      default: isoDuration.nullable().default(null),
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('list-item'),
      list: requiredText(100).describe('Name of a list of values'),
      default: id.nullable().default(null),
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('list-items'),
      list: requiredText(100).describe('Name of a list of values'),
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('user'),
      default: z.literal('current').nullable().default(null),
    }),
    z.strictObject({
      ...common,
      ...indexed,
      kind: z.literal('reference'),
      recordType: recordIdentifier.describe('The type of the records that it refers to'),
    }),
    z.strictObject({ ...common, kind: z.literal('attachment') }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('auto-number'),
      template: requiredText(60).describe(
        'INS-{yyyy}-{0000}: {yyyy}, {yy} and {MM} are of the day of creation, zeros the least number of digits; the number starts again with each year or month that is named',
      ),
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('computed'),
      feeds,
      expression: requiredText(2000).describe(
        'A number, in the language Xen; [name] is the value of a field of numbers, yes (1) or no (0)',
      ),
      unit: text(50).nullable().default(null),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('roll-up'),
      function: z.enum(rollUpFunctions),
      recordType: recordIdentifier.describe('The type of the records that are rolled up'),
      reference: recordIdentifier.describe('Their field of kind reference to this type'),
      field: recordIdentifier.nullable().default(null).describe('Their field; null for count'),
      by: recordIdentifier
        .nullable()
        .default(null)
        .describe('Their date by which one is the latest; null: when it was created'),
    }),
  ])
  .meta({ id: 'FieldDefinition' });
export type FieldDefinition = z.infer<typeof fieldDefinition>;
export type FieldOf<Kind extends FieldKind> = Extract<FieldDefinition, { kind: Kind }>;

import { z } from 'zod';
import { id, identifier, isoDuration, largestInteger, requiredText, text } from '../core/primitives.ts';

/** The kinds of fields of record types: of custom types, and further fields of system types. */

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

/** The maximum number of characters of a text; longer ones don't fit in an index. */
const maximumText = 500;
export const maximumLongText = 10_000;
/** The maximum number of fields of a type. */
export const maximumFields = 200;
/** The maximum number of filterable fields of a type; each has an index. */
export const maximumFilterableFields = 64;
/** The maximum number of items of a field of kind `list-items`. */
export const maximumItems = 100;

/** A name that begins with a letter, for use in filters, templates and column headings. */
export const recordIdentifier = identifier(60).refine(
  (name) => name === '' || /^[A-Za-z]/.test(name),
  'Please begin with a letter.',
);

/**
 * The value of a field, by kind: texts; numbers in the unit of the field; money with up to two decimals;
 * booleans; dates as yyyy-MM-dd; times as ISO 8601 in UTC; durations as ISO 8601; the id of a list item, user
 * or record; ids of items.
 */
const fieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.number().int()).max(maximumItems),
]);
export type FieldValue = z.infer<typeof fieldValue>;

/** Values by name of the field. Fields without a value are absent. */
export const fieldValues = z.record(z.string(), fieldValue);
export type FieldValues = z.infer<typeof fieldValues>;

/** Values to set: null clears a field, an omitted field is unchanged. */
export const fieldChanges = z
  .record(z.string().max(100), fieldValue.nullable())
  .meta({ id: 'FieldChanges' })
  .describe('Values by name of the field; null clears a field, an omitted field is unchanged');
export type FieldChanges = z.infer<typeof fieldChanges>;

/** The values of the fields that were added to a system type. */
export const furtherFields = { fields: fieldValues.describe('Values of further fields, by name') };

/** Changes to the values of further fields. */
export const furtherChanges = { fields: fieldChanges.optional() };

/** The end of the list of fields by which a list call filters and sorts. */
export const furtherFilter = ', and fields.{name} for a further field';

/** A condition on another field: any value, or one of the given values. */
export const fieldCondition = z
  .strictObject({
    field: recordIdentifier,
    values: z
      .array(z.union([z.string().max(maximumText), z.number(), z.boolean()]))
      .max(100)
      .default([])
      .describe('Accepted values; empty for any value'),
  })
  .meta({ id: 'FieldCondition' });
export type FieldCondition = z.infer<typeof fieldCondition>;

const common = {
  name: recordIdentifier.describe("Name in filters, templates and files; it can't be changed"),
  caption: requiredText(100),
  helpText: text(500).default(''),
  section: text(100).default('').describe('Section of the form; fields of a section are grouped'),
  required: z.boolean().default(false),
  shownWhen: fieldCondition
    .nullable()
    .default(null)
    .describe('Condition for showing the field; otherwise it is hidden and empty'),
  requiredWhen: fieldCondition.nullable().default(null),
  readOnlyIn: z
    .array(recordIdentifier)
    .max(50)
    .default([])
    .describe('States in which the field is read-only'),
  inList: z.boolean().default(true).describe('Whether lists show it by default'),
  deprecated: z.boolean().default(false).describe('Whether it is hidden from forms; its values are kept'),
};
const filterable = z
  .boolean()
  .default(true)
  .describe('Whether lists can filter and sort by it; needs an index');
const unique = z
  .boolean()
  .default(false)
  .describe('Whether values must be unique among the records of the type');
const indexed = { filterable, unique };

const limit = z.number().min(-1e15).max(1e15).nullable().default(null);
const integerLimit = z.number().int().min(-largestInteger).max(largestInteger).nullable().default(null);
const day = z.iso.date('Please give a date such as 2026-03-31.');

/** A reminder some days before a date, to users, to members of groups, and to users in fields. */
export const reminder = z
  .strictObject({
    daysBefore: z.number().int().min(0).max(3650),
    userIds: z.array(id).max(100).default([]),
    groups: z.array(z.string().max(60)).max(100).default([]),
    userFields: z.array(recordIdentifier).max(10).default([]),
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.infer<typeof reminder>;
/** The maximum number of reminders of a date field. */
export const maximumReminders = 5;
const reminders = z.array(reminder).max(maximumReminders).default([]);

/** Values are stored as points of a tag of the asset in another field, at the time in a third field. */
export const tagFeed = z
  .strictObject({
    asset: recordIdentifier.describe('Name of the field with the asset, a reference'),
    time: recordIdentifier.describe('Name of the field with the time, of kind date or date-time'),
  })
  .meta({ id: 'TagFeed' });
const feeds = tagFeed
  .nullable()
  .default(null)
  .describe('Tags to which its values are written, one per asset');

export const rollUpFunctions = ['count', 'sum', 'average', 'minimum', 'maximum', 'latest'] as const;
export type RollUpFunction = (typeof rollUpFunctions)[number];

/** A field in the definition of a record type. */
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
      unit: text(50).nullable().default(null).describe('UCUM code of the unit'),
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
      list: requiredText(100).describe('Name of a value list'),
      default: id.nullable().default(null),
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('list-items'),
      list: requiredText(100).describe('Name of a value list'),
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
      recordType: recordIdentifier.describe('Type of the referenced records'),
    }),
    z.strictObject({ ...common, kind: z.literal('attachment') }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('auto-number'),
      template: requiredText(60).describe(
        'Template such as INS-{yyyy}-{0000}: {yyyy}, {yy} and {MM} are year and month of creation, the zeros set the minimum number of digits; counting restarts with each year or month in the template',
      ),
    }),
    z.strictObject({
      ...common,
      filterable,
      kind: z.literal('computed'),
      feeds,
      expression: requiredText(2000).describe(
        'Expression in Xen with a number as result; [name] is the value of a number field, or yes (1) or no (0)',
      ),
      unit: text(50).nullable().default(null),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('roll-up'),
      function: z.enum(rollUpFunctions),
      recordType: recordIdentifier.describe('Type of the records that are rolled up'),
      reference: recordIdentifier.describe('Name of their reference field to this type'),
      field: recordIdentifier
        .nullable()
        .default(null)
        .describe('Name of their field that is rolled up; null for count'),
      by: recordIdentifier
        .nullable()
        .default(null)
        .describe('Name of their date field that determines the latest; null for the time of creation'),
    }),
  ])
  .meta({ id: 'FieldDefinition' });
export type FieldDefinition = z.infer<typeof fieldDefinition>;
export type FieldByKind<Kind extends FieldKind> = Extract<FieldDefinition, { kind: Kind }>;

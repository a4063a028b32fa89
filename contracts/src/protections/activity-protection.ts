import { z } from 'zod';
import { id, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { activity, activityChange, newActivity } from '../twins/activity.ts';
import { aliasName, tagAlias } from '../twins/tag-alias.ts';
import { newIntervalSetting } from './interval-setting.ts';
import { newProtection, protection, protectionChange } from './protection.ts';

const defineRoute = routeGroup('Protections');

/** The alias for completed work: an existing one by id and version, or a new one of the twin. */
const workAlias = z.union([
  z.strictObject({ id, version: version.describe('Version of the alias, which is mapped to the new tag') }),
  z.strictObject({ name: aliasName, description: text(4000).default('') }),
]);

/** A tag for recording completed work; of the twin's asset by default. */
export const workTag = z.strictObject({
  name: requiredText(200),
  caption: text(200).default('').describe('Caption; the name by default'),
  description: text(4000).default(''),
});

const saved = z
  .object({ indicator: protection, activity, tagAlias: tagAlias.nullable() })
  .meta({ id: 'ProtectionWithActivity' });
export type ProtectionWithActivity = z.infer<typeof saved>;

/** A new protection and the activity that it watches, saved in one transaction. */
export const newProtectionWithActivity = z
  .strictObject({
    indicator: newProtection,
    activityAction: z.enum(['insert', 'update']),
    activity: z.union([
      activityChange.extend({ id }).describe('The activity to update'),
      newActivity.omit({ twinId: true }).describe('The activity to create'),
    ]),
    tagAlias: workAlias
      .nullable()
      .default(null)
      .describe('Alias for completed work; null if the protection already has one'),
    tag: workTag.nullable().default(null).describe('Made, and mapped to the alias; null: no tag is made'),
    interval: newIntervalSetting.nullable().default(null).describe('Interval settings of the alias'),
  })
  .refine(({ activityAction, activity }) => (activityAction === 'update') === 'id' in activity, {
    path: ['activity', 'id'],
    message: 'Give id and version to update an activity, and neither to insert one.',
  })
  .refine(({ tagAlias, tag, interval }) => tagAlias !== null || (tag === null && interval === null), {
    path: ['tagAlias'],
    message: 'Please give the alias to which the tag or the interval belongs.',
  })
  .meta({ id: 'NewProtectionWithActivity' });
export type NewProtectionWithActivity = z.infer<typeof newProtectionWithActivity>;

const alsoAccess = 'Requires the right to write twins, and to write tags if a tag is given';

export const createProtectionWithActivity = defineRoute('POST /api/indicators/with-activity', {
  access: 'write:protection',
  summary: `Create a protection with its activity, its alias for completed work and the tag of the alias. ${alsoAccess}`,
  body: newProtectionWithActivity,
  status: 201,
  response: saved,
});

export const updateProtectionWithActivity = defineRoute('PUT /api/indicators/:id/with-activity', {
  access: 'write:protection',
  summary: 'Update a protection and the activity that it watches. Requires the right to write twins',
  body: z
    .strictObject({ indicator: protectionChange, activity: activityChange.extend({ id }) })
    .meta({ id: 'ProtectionWithActivityChange' }),
  response: saved,
});

/** When the work of an activity is next due, by one alias. */
export const activityDue = z
  .object({
    alias: z.string(),
    by: z.enum(['calendar', 'counter']),
    state: z.enum(['not due', 'due', 'overdue']),
    lastCompleted: z.iso.datetime().nullable(),
    due: z
      .number()
      .describe('Due time in epoch milliseconds, or the due reading of the counter with resets added up'),
    reading: z
      .number()
      .nullable()
      .describe('Current reading of the counter with resets added up; null for a calendar interval'),
    usePerDay: z
      .number()
      .nullable()
      .describe('Average use of the counter per day; null for a calendar interval'),
    date: z.iso
      .datetime()
      .nullable()
      .describe('Date when the work is due; for a counter, estimated from its average use. Null if unknown'),
  })
  .meta({ id: 'ActivityDue' });
export type ActivityDue = z.infer<typeof activityDue>;

export const getActivityDue = defineRoute('GET /api/indicators/:id/due', {
  access: 'apps',
  summary:
    'List when the work of an activity protection is due, one entry per interval. Empty for protections of other types',
  response: z.array(activityDue),
});

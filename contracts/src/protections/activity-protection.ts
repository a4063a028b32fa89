import { z } from 'zod';
import { id, idParams, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { activity, activityChange, newActivity } from '../twins/activity.ts';
import { aliasName, tagAlias } from '../twins/tag-alias.ts';
import { newIntervalSetting } from './interval-setting.ts';
import { newProtection, protection, protectionChange } from './protection.ts';

/** The input of work: one that there is, by its id and version, or a new one of the twin. */
const workAlias = z.union([
  z.strictObject({ id, version: version.describe('Of the alias that is mapped to the tag') }),
  z.strictObject({ name: aliasName, description: text(4000).default('') }),
]);

/** A tag to record work under; by default one of the twin's asset. */
export const workTag = z.strictObject({
  name: requiredText(200),
  caption: text(200).default('').describe('The name unless given'),
  description: text(4000).default(''),
});

const saved = z
  .object({ indicator: protection, activity, tagAlias: tagAlias.nullable() })
  .meta({ id: 'ProtectionWithActivity' });
export type ProtectionWithActivity = z.infer<typeof saved>;

/** A protection to be made with the activity that it watches, all of it or nothing. */
export const newProtectionWithActivity = z
  .strictObject({
    indicator: newProtection,
    activityAction: z.enum(['insert', 'update']),
    activity: z.union([
      activityChange.extend({ id }).describe('To be updated'),
      newActivity.omit({ twinId: true }).describe('To be inserted'),
    ]),
    tagAlias: workAlias.nullable().default(null).describe('Null: the input of work is there'),
    tag: workTag.nullable().default(null).describe('Made, and mapped to the alias; null: no tag is made'),
    interval: newIntervalSetting.nullable().default(null).describe('Settings of the alias'),
  })
  .refine(({ activityAction, activity }) => (activityAction === 'update') === 'id' in activity, {
    path: ['activity', 'id'],
    message: 'An update names the activity and its version; an insert does not.',
  })
  .refine(({ tagAlias, tag, interval }) => tagAlias !== null || (tag === null && interval === null), {
    path: ['tagAlias'],
    message: 'Please name the alias that the tag or the interval is of.',
  })
  .meta({ id: 'NewProtectionWithActivity' });
export type NewProtectionWithActivity = z.infer<typeof newProtectionWithActivity>;

const alsoAccess = 'Also asks for the right to write twins, and for a tag the right to write tags.';

export const createProtectionWithActivity = defineRoute({
  method: 'POST',
  path: '/api/indicators/with-activity',
  access: 'write:protection',
  tag: 'Protections',
  summary: `Create a protection with its activity, its input of work and the tag behind it. ${alsoAccess}`,
  body: newProtectionWithActivity,
  status: 201,
  response: saved,
});

export const updateProtectionWithActivity = defineRoute({
  method: 'PUT',
  path: '/api/indicators/:id/with-activity',
  access: 'write:protection',
  tag: 'Protections',
  summary: 'Change a protection and the activity that it watches. Also asks for the right to write twins.',
  params: idParams,
  body: z
    .strictObject({ indicator: protectionChange, activity: activityChange.extend({ id }) })
    .meta({ id: 'ProtectionWithActivityChange' }),
  response: saved,
});

/** When the work of an activity is next due by one of its inputs. */
export const activityDue = z
  .object({
    alias: z.string(),
    by: z.enum(['calendar', 'counter']),
    state: z.enum(['not due', 'due', 'overdue']),
    lastCompleted: z.iso.datetime().nullable(),
    due: z.number().describe('Epoch milliseconds, or the counter’s reading, resets added up'),
    reading: z.number().nullable().describe('The counter’s now, resets added up; null by calendar'),
    usePerDay: z.number().nullable().describe('Average use of the counter; null by calendar'),
    date: z.iso.datetime().nullable().describe('When it is due, of a counter by its average use'),
  })
  .meta({ id: 'ActivityDue' });
export type ActivityDue = z.infer<typeof activityDue>;

export const getActivityDue = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/due',
  access: 'apps',
  tag: 'Protections',
  summary: 'When the work of an activity protection is due, by each of its intervals; none of another kind',
  params: idParams,
  response: z.array(activityDue),
});

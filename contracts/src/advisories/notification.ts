import { z } from 'zod';
import { createPaging } from '../core/list.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Notifications');

/** The excursion that a notification is about, as it was when the notification was sent. */
export const notifiedExcursion = z
  .object({
    protection: z.string(),
    threshold: z.string(),
    level: z.number().int().nullable(),
    values: z
      .array(
        z.object({
          input: z.string(),
          value: z.number().describe('Value in the unit of the input'),
          unit: z.string().nullable().describe('Unit as it is displayed'),
          limit: z
            .string()
            .nullable()
            .describe(
              'Limit that the value is compared with, such as > 80 °C; null if the logic has no such limit',
            ),
        }),
      )
      .describe('The inputs that the threshold reads, at the time of the notification'),
    start: z.iso.datetime().nullable().describe('Null if unknown'),
    end: z.iso.datetime().nullable().describe('Null if the excursion has not ended'),
  })
  .meta({ id: 'NotifiedExcursion' });
export type NotifiedExcursion = z.infer<typeof notifiedExcursion>;

export const notification = z
  .object({
    id: z.number().int(),
    twinId: id.nullable(),
    sourceType: z.string(),
    message: z.string(),
    read: z.boolean(),
    timeStamp: z.iso.datetime(),
    url: z.string().nullable().describe('Path of the page that shows its subject; null if none'),
    type: z.string(),
    grouping: z
      .string()
      .nullable()
      .describe('A new notification replaces the previous one with the same grouping; null to replace none'),
    groupCount: z.number().int().describe('Number of notifications that it combines'),
    excursion: notifiedExcursion
      .nullable()
      .describe('Null for other kinds of notifications and for old ones'),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

/** A recipient: a user by id, a group by name, or an e-mail address. */
export const recipient = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user'), id, enabled: z.boolean().optional() }),
  z.object({ type: z.literal('group'), id: z.string(), enabled: z.boolean().optional() }),
  z.object({ type: z.literal('email'), value: z.string(), enabled: z.boolean().optional() }),
]);
export type Recipient = z.infer<typeof recipient>;

const notificationPreference = z.strictObject({
  context: z.string().max(100),
  type: z.string().max(100),
  inApp: z.boolean(),
  email: z.boolean(),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const notificationSettings = z
  .strictObject({
    notifications: z.array(notificationPreference).max(100),
    dailyAggregate: z
      .boolean()
      .describe('Whether to send a summary mail each day at 7 o’clock in the user’s time zone'),
    weeklyAggregate: z
      .boolean()
      .describe('Whether to send a summary mail each Monday at 7 o’clock in the user’s time zone'),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** The response header with the total number of unread notifications. */
export const unreadHeader = 'x-unread-count';

const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((text) => text === 'true');

export const listNotifications = defineRoute('GET /api/notifications', {
  access: 'signed-in',
  summary:
    'List the user’s notifications, latest first; the header x-unread-count has the number of unread ones',
  query: createPaging(50).extend({ unread: flag.describe('true for unread notifications only') }),
  response: z.array(notification),
  paged: true,
});

const read = z.strictObject({ read: z.boolean() });

export const markNotifications = defineRoute('PUT /api/notifications', {
  access: 'signed-in',
  summary: 'Mark all of the user’s notifications as read or unread',
  body: read,
});

export const removeNotifications = defineRoute('DELETE /api/notifications', {
  access: 'signed-in',
  summary: 'Remove the user’s read notifications',
  query: z.object({ all: flag.describe('true to remove unread notifications too') }),
});

const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Please enter an integer.')
    .transform(Number),
});
const query = z.object({
  grouping: z
    .string()
    .max(200)
    .optional()
    .describe('Grouping of the notification; includes the one that has replaced it'),
});

export const markNotification = defineRoute('PUT /api/notifications/:id', {
  access: 'signed-in',
  summary: 'Mark a notification as read or unread',
  params,
  query,
  body: read,
});

export const removeNotification = defineRoute('DELETE /api/notifications/:id', {
  access: 'signed-in',
  summary: 'Remove a notification',
  params,
  query,
});

export const getNotificationSettings = defineRoute('GET /api/settings/notification', {
  access: 'signed-in',
  summary: 'Get which kinds of notifications the user gets, and how',
  response: notificationSettings,
});

export const setNotificationSettings = defineRoute('POST /api/settings/notification', {
  access: 'signed-in',
  summary: 'Set which kinds of notifications the user gets, and how',
  body: notificationSettings,
  response: notificationSettings,
});

import { z } from 'zod';
import { pagingOf } from '../core/list.ts';
import { id } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

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
          value: z.number().describe('In the unit of the input'),
          unit: z.string().nullable().describe('As it is written'),
          limit: z
            .string()
            .nullable()
            .describe(
              'What the value is compared with, as in > 80 °C; null where logic compares in another way',
            ),
        }),
      )
      .describe('The inputs that the threshold reads, at the time of the notification'),
    start: z.iso.datetime().nullable().describe('Null: unknown'),
    end: z.iso.datetime().nullable().describe('Null: it began'),
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
    url: z.string().nullable().describe('Path of the page that shows it'),
    type: z.string(),
    grouping: z.string().nullable().describe('A new one of the same grouping replaces the one before'),
    groupCount: z.number().int().describe('How many it stands for'),
    excursion: notifiedExcursion.nullable().describe('Null for other kinds, and for old notifications'),
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

export const notificationPreference = z.strictObject({
  context: z.string().max(100),
  type: z.string().max(100),
  inApp: z.boolean(),
  email: z.boolean(),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const notificationSettings = z
  .strictObject({
    notifications: z.array(notificationPreference).max(100),
    dailyAggregate: z.boolean().describe('A mail each day at 7 o’clock in the user’s time zone'),
    weeklyAggregate: z.boolean().describe('A mail each Monday at 7 o’clock in the user’s time zone'),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** The header of a list of notifications that holds how many of all are unread. */
export const unreadHeader = 'x-unread-count';

const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((text) => text === 'true');

export const listNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'The user’s notifications, latest first; x-unread-count holds how many are unread',
  query: pagingOf(50).extend({ unread: flag.describe('true: only those that are unread') }),
  response: z.array(notification),
  paged: true,
});

const read = z.strictObject({ read: z.boolean() });

export const markNotifications = defineRoute({
  method: 'PUT',
  path: '/api/notifications',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'Mark all of the user’s notifications as read or unread',
  body: read,
  status: 204,
});

export const removeNotifications = defineRoute({
  method: 'DELETE',
  path: '/api/notifications',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'Remove those of the user’s notifications that are read',
  query: z.object({ all: flag.describe('true: the unread ones too') }),
  status: 204,
});

const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Please enter an integer.')
    .transform(Number),
});
const query = z.object({
  grouping: z.string().max(200).optional().describe('Whatever has replaced it is meant too'),
});

export const markNotification = defineRoute({
  method: 'PUT',
  path: '/api/notifications/:id',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'Mark a notification as read or unread',
  params,
  query,
  body: read,
  status: 204,
});

export const removeNotification = defineRoute({
  method: 'DELETE',
  path: '/api/notifications/:id',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'Remove a notification',
  params,
  query,
  status: 204,
});

export const getNotificationSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/notification',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'The kinds of notifications that the user gets, and how',
  response: notificationSettings,
});

export const setNotificationSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/notification',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'Choose the kinds of notifications to get, and how',
  body: notificationSettings,
  response: notificationSettings,
});

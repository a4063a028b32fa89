import { z } from 'zod';
import { integerBetween } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';
import { mailPeriods, urgentLevel } from './mail-periods.ts';

const hour = integerBetween(0, 23);

export const quietHours = z
  .strictObject({
    from: hour.describe('First hour without mails'),
    to: hour.describe('The hour at which mails go on'),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Please choose another hour than the first.',
  })
  .describe('In the user’s time zone; from 22 to 6 is a night');
export type QuietHours = z.infer<typeof quietHours>;

/** When a user gets the mails of notifications, and of which excursions. Notifications in the product never wait. */
export const mailDelivery = z
  .strictObject({
    period: z
      .enum(mailPeriods.map(({ value }) => value))
      .describe('hourly, daily: one mail with what was notified since the last, by twin; daily at 7 o’clock'),
    minimumLevel: level
      .nullable()
      .describe('Excursions of a lower level are not mailed; null: all are. What has no level is mailed'),
    quietHours: quietHours.nullable().describe('Mails wait until they end; null: there are none'),
    urgentAtOnce: z
      .boolean()
      .describe(`Excursions of level ${urgentLevel} or more are mailed at once, in quiet hours too`),
  })
  .meta({ id: 'MailDelivery' });
export type MailDelivery = z.infer<typeof mailDelivery>;

export const initialMailDelivery: MailDelivery = {
  period: 'at-once',
  minimumLevel: null,
  quietHours: null,
  urgentAtOnce: false,
};

export const getMailDelivery = defineRoute({
  method: 'GET',
  path: '/api/settings/notification/mails',
  access: 'signed-in',
  tag: 'Notifications',
  summary: 'When the user gets the mails of notifications',
  response: mailDelivery,
});

export const setMailDelivery = defineRoute({
  method: 'POST',
  path: '/api/settings/notification/mails',
  access: 'signed-in',
  tag: 'Notifications',
  summary:
    'Choose when to get the mails of notifications: at once, hourly or daily, from a level on, outside quiet hours',
  body: mailDelivery,
  response: mailDelivery,
});

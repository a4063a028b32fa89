import { z } from 'zod';
import { integerBetween } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';
import { mailPeriods, urgentLevel } from './mail-periods.ts';

const defineRoute = routeGroup('Notifications');

const hour = integerBetween(0, 23);

const quietHours = z
  .strictObject({
    from: hour.describe('First hour without mail'),
    to: hour.describe('Hour at which mails resume'),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Please choose an end hour that differs from the start hour.',
  })
  .describe('Hours in the user’s time zone; may include midnight, as from 22 to 6');
export type QuietHours = z.infer<typeof quietHours>;

/** When a user gets notification mails, and for which excursions. Notifications in the product are never delayed. */
export const mailDelivery = z
  .strictObject({
    period: z
      .enum(mailPeriods.map(({ value }) => value))
      .describe(
        'hourly, daily: one mail with all notifications since the last one, grouped by twin; daily at 7 o’clock',
      ),
    minimumLevel: level
      .nullable()
      .describe(
        'Minimum level of the excursions that are mailed; null for all. Notifications without a level are always mailed',
      ),
    quietHours: quietHours.nullable().describe('Hours in which mails are delayed; null for none'),
    urgentAtOnce: z
      .boolean()
      .describe(`Whether excursions of level ${urgentLevel} or more are mailed at once, even in quiet hours`),
  })
  .meta({ id: 'MailDelivery' });
export type MailDelivery = z.infer<typeof mailDelivery>;

export const initialMailDelivery: MailDelivery = {
  period: 'at-once',
  minimumLevel: null,
  quietHours: null,
  urgentAtOnce: false,
};

export const getMailDelivery = defineRoute('GET /api/settings/notification/mails', {
  access: 'signed-in',
  summary: 'Get when the user gets notification mails',
  response: mailDelivery,
});

export const setMailDelivery = defineRoute('POST /api/settings/notification/mails', {
  access: 'signed-in',
  summary:
    'Set when to get notification mails: at once, hourly or daily, from a minimum level, with quiet hours',
  body: mailDelivery,
  response: mailDelivery,
});

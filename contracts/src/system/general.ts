import { z } from 'zod';
import { integerBetween, requiredText, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

export const bannerSeverities = ['info', 'warning'] as const;

/** What every screen shows of the tenant. */
export const generalSettings = z
  .strictObject({
    name: text(60).describe('Of the plant or company; empty: none is shown'),
    currencySymbol: requiredText(5).describe(
      'Before amounts of money, which are whole units of the currency',
    ),
    banner: z
      .strictObject({ text: text(300), severity: z.enum(bannerSeverities) })
      .describe('Shown above every page; without a text, nothing is'),
  })
  .meta({ id: 'GeneralSettings' });
export type GeneralSettings = z.infer<typeof generalSettings>;

export const defaultGeneralSettings: GeneralSettings = {
  name: '',
  currencySymbol: '$',
  banner: { text: '', severity: 'info' },
};

export const getGeneralSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/system/general',
  access: 'signed-in',
  tag: 'System',
  summary: 'The name of the tenant, its currency and its banner',
  response: generalSettings,
});

export const setGeneralSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/system/general',
  access: 'system',
  tag: 'System',
  summary: 'Set the name of the tenant, its currency and its banner',
  body: generalSettings,
  response: generalSettings,
});

/** For how long records that nobody needs any more are kept. The audit trail is kept for ever. */
export const retentionSettings = z
  .strictObject({
    mailDays: integerBetween(1, 3650).describe('Days for which sent mails stay in the outbox'),
    notificationDays: integerBetween(1, 3650).describe(
      'Days for which notifications that were read are kept',
    ),
  })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = z.infer<typeof retentionSettings>;

export const defaultRetention: RetentionSettings = { mailDays: 90, notificationDays: 90 };

export const getRetention = defineRoute({
  method: 'GET',
  path: '/api/settings/system/retention',
  access: 'system',
  tag: 'System',
  summary: 'For how long mails and notifications are kept',
  response: retentionSettings,
});

export const setRetention = defineRoute({
  method: 'POST',
  path: '/api/settings/system/retention',
  access: 'system',
  tag: 'System',
  summary: 'Set for how long mails and notifications are kept',
  body: retentionSettings,
  response: retentionSettings,
});

import { z } from 'zod';
import { integerBetween, requiredText, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('System');

const bannerSeverities = ['info', 'warning'] as const;

/** Settings of the tenant for all screens. */
export const generalSettings = z
  .strictObject({
    name: text(60).describe('Name of the plant or company; empty to show none'),
    currencySymbol: requiredText(5).describe(
      'Symbol before amounts of money, which are in whole units of the currency',
    ),
    banner: z
      .strictObject({ text: text(300), severity: z.enum(bannerSeverities) })
      .describe('Banner above every page; hidden without a text'),
  })
  .meta({ id: 'GeneralSettings' });
export type GeneralSettings = z.infer<typeof generalSettings>;

export const defaultGeneralSettings: GeneralSettings = {
  name: '',
  currencySymbol: '$',
  banner: { text: '', severity: 'info' },
};

export const getGeneralSettings = defineRoute('GET /api/settings/system/general', {
  access: 'signed-in',
  summary: 'Get the name of the tenant, its currency and its banner',
  response: generalSettings,
});

export const setGeneralSettings = defineRoute('POST /api/settings/system/general', {
  access: 'system',
  summary: 'Update the name of the tenant, its currency and its banner',
  body: generalSettings,
  response: generalSettings,
});

/** How long old records are kept. The audit trail is kept forever. */
export const retentionSettings = z
  .strictObject({
    mailDays: integerBetween(1, 3650).describe('Days to keep sent mails in the outbox'),
    notificationDays: integerBetween(1, 3650).describe('Days to keep read notifications'),
  })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = z.infer<typeof retentionSettings>;

export const defaultRetention: RetentionSettings = { mailDays: 90, notificationDays: 90 };

export const getRetention = defineRoute('GET /api/settings/system/retention', {
  access: 'system',
  summary: 'Get how long mails and notifications are kept',
  response: retentionSettings,
});

export const setRetention = defineRoute('POST /api/settings/system/retention', {
  access: 'system',
  summary: 'Update how long mails and notifications are kept',
  body: retentionSettings,
  response: retentionSettings,
});

import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listCall } from '../core/list.ts';
import { emailAddress, integerBetween, text, untrimmedText, webAddress } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('System');

/** none: unencrypted; starttls: encrypted with STARTTLS, or not sent; tls: encrypted from the start. */
const mailSecurities = ['none', 'starttls', 'tls'] as const;

const shared = {
  host: text(253).describe('Host of the SMTP server; empty to keep mails in the outbox without sending'),
  port: integerBetween(1, 65_535),
  security: z.enum(mailSecurities),
  userName: text(200).describe('User name; empty to send without authentication'),
  from: emailAddress.min(1, 'Required.').describe('Address of the sender'),
  publicAddress: webAddress(300, 'https://twinward.plant.example')
    .min(1, 'Required.')
    .describe('Public address of the product, for links in mails'),
};

export const mailSettings = z.object({ ...shared, hasPassword: z.boolean() }).meta({ id: 'MailSettings' });
export type MailSettings = z.infer<typeof mailSettings>;

export const mailSettingsChange = z
  .strictObject({
    ...shared,
    password: untrimmedText(1000)
      .optional()
      .describe('Password, never returned; omit to keep it, unless host, port, security or user name change'),
  })
  .meta({ id: 'MailSettingsChange' });
export type MailSettingsChange = z.infer<typeof mailSettingsChange>;

export const getMailSettings = defineRoute('GET /api/settings/system/mail', {
  access: 'system',
  summary: 'Get the mail settings',
  response: mailSettings,
});

export const setMailSettings = defineRoute('POST /api/settings/system/mail', {
  access: 'system',
  summary: 'Update the mail settings',
  body: mailSettingsChange,
  record: mailSettings,
  response: mailSettings,
});

export const sendTestMail = defineRoute('POST /api/settings/system/mail/test', {
  access: 'system',
  summary:
    'Send a test mail immediately with the stored settings, and return the response of the mail server',
  body: z.strictObject({ to: emailAddress.min(1, 'Required.') }),
  response: z.object({
    sent: z.boolean(),
    answer: z
      .string()
      .describe(
        'Response of the mail server, or the error; users other than administrators get the same text for every error',
      ),
  }),
  rateLimit: 10,
});

const mailStatuses = ['queued', 'sent', 'kept', 'failed'] as const;

export const mail = z
  .object({
    id: z.number().int(),
    messageId: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z
      .string()
      .nullable()
      .describe(
        'Text of the mail; for a confidential mail only for administrators, and only until it is sent',
      ),
    confidential: z.boolean(),
    pictures: z.array(z.object({ name: z.string(), description: z.string() })),
    status: z.enum(mailStatuses).describe('Status; `kept` means that there was no mail server to send it'),
    attempts: z.number().int(),
    error: z.string().nullable(),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof mail>;

export const listMail = defineRoute('POST /api/mail/filters', {
  access: 'system',
  summary: 'List the mails in the outbox, latest first. Fields: Id, To, Subject, Status, CreatedAt, SentAt',
  ...listCall,
  response: z.array(mail),
});

export const getMailPicture = defineRoute('GET /api/mail/:id/pictures/:name', {
  access: 'system',
  summary: 'Get a picture of a mail in the outbox, as PNG',
  ...returnsFile('png'),
});

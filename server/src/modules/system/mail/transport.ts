import type { MailSettingsChange } from '@twinward/contracts/system/mail';
import { createTransport } from 'nodemailer';

/** The way to the mail server. @param settings with the secret. */
export function openTransport(settings: MailSettingsChange) {
  return createTransport(optionsOf(settings));
}

function optionsOf({ host, port, security, userName, password }: MailSettingsChange) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    // A mail is text: nothing in it names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(userName === '' ? {} : { auth: { user: userName, pass: password ?? '' } }),
  };
}

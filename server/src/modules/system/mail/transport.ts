import type { MailSettingsChange } from '@twinward/contracts/system/mail';
import { createTransport } from 'nodemailer';

/** Opens the connection to the mail server. @param settings settings with the password */
export function openTransport(settings: MailSettingsChange) {
  return createTransport(toOptions(settings));
}

function toOptions({ host, port, security, userName, password }: MailSettingsChange) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    // A mail is only text, and must not refer to files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(userName === '' ? {} : { auth: { user: userName, pass: password ?? '' } }),
  };
}

import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
}

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** What to answer to a mail instead of taking it; null to take it. */
  refusal: { code: number; message: string } | null;
  close(): Promise<void>;
}

/** A real SMTP server on this machine that keeps what it is sent. Anyone may send without signing in. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      text(stream).then((raw) => {
        if (server.refusal) {
          const { code, message } = server.refusal;
          return callback(Object.assign(new Error(message), { responseCode: code }));
        }
        server.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), ...parse(raw) });
        callback();
      }, callback);
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const server: MailServer = {
    port: (smtp.server.address() as AddressInfo).port,
    mails: [],
    refusal: null,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n');
  const quoted = headers['content-transfer-encoding'] === 'quoted-printable';
  return { headers, text: quoted ? unquote(body) : body };
}

/** RFC 2045, section 6.7. */
function unquote(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

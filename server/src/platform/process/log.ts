import { type Logger, pino, stdSerializers } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Names under which a secret may reach a log line, at the top or one or two levels below it. */
const secrets = [
  'adminPassword',
  'authorization',
  'cookie',
  'catalogueUrl',
  'ownerUrl',
  'connectionString',
  'databaseUrl',
  'newPassword',
  'password',
  'secret',
  'sessid',
  'sessionId',
  'sessId',
  'token',
];

/** `postgres://user:secret@host/name` inside any text, an error's message too. */
const urlPassword = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@]*@/gi;

/** The text with the passwords of all URLs in it taken out. */
export function withoutPasswords(text: string): string {
  return text.replace(urlPassword, '$1:***@');
}

/** A logger of JSON lines on standard error: standard output is for what a person should read at start. */
export function createLogger(
  level: LogLevel,
  destination: { write(line: string): void } = process.stderr,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
      serializers: { err: stdSerializers.err },
    },
    { write: (line: string) => destination.write(withoutPasswords(line)) },
  );
}

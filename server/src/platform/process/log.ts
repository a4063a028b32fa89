import { type Logger, pino, stdSerializers } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Names under which a secret may appear in a log line, at the top level or up to two levels below. */
const secrets = [
  'adminPassword',
  'authorization',
  'cookie',
  'catalogueUrl',
  'ownerUrl',
  'connectionString',
  'databaseUrl',
  'newPassword',
  'databaseOwnerUrl',
  'metricsToken',
  'password',
  'previousSecretKey',
  'secret',
  'secretKey',
  'sessid',
  'sessionId',
  'sessId',
  'token',
];

/** `postgres://user:secret@host/name` inside any text, including error messages. */
const urlPassword = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@]*@/gi;

/** Returns the text with the passwords of all URLs redacted. */
export function withoutPasswords(text: string): string {
  return text.replace(urlPassword, '$1:***@');
}

/**
 * Creates a logger of JSON lines on standard error. Standard output is for messages to the person who starts the
 * server.
 */
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

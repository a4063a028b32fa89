import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('every setting has a default; an empty variable counts as unset', () => {
  const defaults = {
    port: 8080,
    host: '127.0.0.1',
    dataDirectory: resolve('data'),
    databaseUrl: null,
    databaseOwnerUrl: null,
    postgresPrograms: null,
    adminPassword: null,
    adminName: 'admin',
    adminPasswordTemporary: false,
    breachedPasswords: null,
    secretKey: null,
    previousSecretKey: null,
    logLevel: 'info',
    demo: 'on',
    onPremise: true,
    connectLocal: false,
    http: {
      trustedProxies: ['127.0.0.0/8', '::1'],
      basePath: '/',
      corsOrigins: [],
      https: 'off',
      maximumConnections: 2000,
      maximumConnectionsPerAddress: 256,
      metricsToken: null,
      metricsPort: null,
    },
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: '', HOST: '', DATABASE_URL: '', ADMIN_PASSWORD: '', DEMO: '' })).toEqual(
    defaults,
  );
});

test('reads the variables that are set', () => {
  const environment = {
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/srv/twinward',
    DATABASE_URL: 'postgres://twin:s%40crt@db.plant.example:5433/twinward?sslmode=require',
    DATABASE_OWNER_URL: 'postgres://owner:rotor@db.plant.example:5433/twinward',
    ADMIN_PASSWORD: 'Rotor-42!',
    ADMIN_NAME: 'eva',
    ADMIN_PASSWORD_TEMPORARY: 'on',
    PG_BIN: '/usr/lib/postgresql/17/bin',
    BREACHED_PASSWORDS: '/srv/breached.txt',
    SECRET_KEY: '0f'.repeat(32),
    PREVIOUS_SECRET_KEY: '0e'.repeat(32),
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    ON_PREMISE: 'off',
    CONNECT_LOCAL: 'on',
    TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16,fd00::/8',
    HTTPS: 'on',
    BASE_PATH: 'plant/twin',
    CORS_ORIGINS: 'https://portal.plant.example, http://10.0.0.5:3000',
    MAX_CONNECTIONS: '500',
    MAX_CONNECTIONS_PER_ADDRESS: '20',
    METRICS_TOKEN: 'a'.repeat(32),
    METRICS_PORT: '9100',
  };
  expect(readConfig(environment)).toEqual({
    port: 0,
    host: '::1',
    dataDirectory: '/srv/twinward',
    databaseUrl: 'postgres://twin:s%40crt@db.plant.example:5433/twinward?sslmode=require',
    databaseOwnerUrl: 'postgres://owner:rotor@db.plant.example:5433/twinward',
    adminPassword: 'Rotor-42!',
    adminName: 'eva',
    adminPasswordTemporary: true,
    postgresPrograms: '/usr/lib/postgresql/17/bin',
    breachedPasswords: '/srv/breached.txt',
    secretKey: '0f'.repeat(32),
    previousSecretKey: '0e'.repeat(32),
    logLevel: 'warn',
    demo: 'off',
    onPremise: false,
    connectLocal: true,
    http: {
      trustedProxies: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'],
      https: 'on',
      basePath: '/plant/twin/',
      corsOrigins: ['https://portal.plant.example', 'http://10.0.0.5:3000'],
      maximumConnections: 500,
      maximumConnectionsPerAddress: 20,
      metricsToken: 'a'.repeat(32),
      metricsPort: 9100,
    },
  });
});

const address =
  'it must be an address or a host name to listen on, such as 127.0.0.1 (this machine only) or 0.0.0.0 (all)';
const url = 'it must be a URL such as postgres://user:password@host:5432/twinward';
const password =
  'ADMIN_PASSWORD must have at least 8 characters: letters, numbers, and special characters such as ! or -';

const proxies =
  'it must be none, or addresses and networks with commas between, such as 10.0.0.5,10.1.0.0/16,::1';

test.each([
  ['HTTPS', 'yes', "HTTPS is 'yes': it must be on, subdomains or off"],
  ['TRUSTED_PROXIES', '10.0.0.0/33', `TRUSTED_PROXIES is '10.0.0.0/33': ${proxies}`],
  ['TRUSTED_PROXIES', 'proxy.plant', `TRUSTED_PROXIES is 'proxy.plant': ${proxies}`],
  ['BASE_PATH', '/a b/', "BASE_PATH is '/a b/': it must be the path of an address, such as /twin/"],
  ['BASE_PATH', '/../x', "BASE_PATH is '/../x': it must be the path of an address, such as /twin/"],
  [
    'CORS_ORIGINS',
    'https://portal.plant.example/',
    "CORS_ORIGINS is 'https://portal.plant.example/': it must be origins with commas between, such as https://portal.plant.example,http://10.0.0.5:3000",
  ],
  ['MAX_CONNECTIONS', '0', "MAX_CONNECTIONS is '0': it must be a whole number from 1 to 999999"],
  [
    'METRICS_TOKEN',
    'short',
    'METRICS_TOKEN must have 16 to 200 characters without blanks, as from: openssl rand -hex 32',
  ],
  [
    'PORT',
    '80 80',
    "PORT is '80 80': it must be a whole number from 0 to 65535, such as 8080 (0 takes any free port)",
  ],
  [
    'PORT',
    '65536',
    "PORT is '65536': it must be a whole number from 0 to 65535, such as 8080 (0 takes any free port)",
  ],
  [
    'PORT',
    '-1',
    "PORT is '-1': it must be a whole number from 0 to 65535, such as 8080 (0 takes any free port)",
  ],
  ['HOST', '10.0.0.300', `HOST is '10.0.0.300': ${address}`],
  ['HOST', 'http://host', `HOST is 'http://host': ${address}`],
  ['DATA_DIR', 'a\0b', "DATA_DIR is 'a\\0b': it must be the path of a folder"],
  ['DATABASE_URL', 'host=db password=rotor', `DATABASE_URL is no URL: ${url}`],
  [
    'DATABASE_URL',
    'mysql://twin:rotor@db/twinward',
    `DATABASE_URL is 'mysql://twin:***@db/twinward': ${url}`,
  ],
  [
    'DATABASE_URL',
    'postgres://twin:rotor@db',
    `DATABASE_URL is 'postgres://twin:***@db': it names no database; ${url}`,
  ],
  ['ADMIN_PASSWORD', 'Rot-42!', password],
  ['ADMIN_PASSWORD', 'rotorrotor', password],
  ['ADMIN_PASSWORD', 'rotor4242', password],
  ['ADMIN_NAME', 'a b', "ADMIN_NAME is 'a b': it must have 1 to 100 letters, digits, dots, hyphens, @ or _"],
  ['SECRET_KEY', 'rotor', 'SECRET_KEY must be 64 hexadecimal digits, as from: openssl rand -hex 32'],
  [
    'LOG_LEVEL',
    'verbose',
    "LOG_LEVEL is 'verbose': it must be one of fatal, error, warn, info, debug, trace, silent",
  ],
  ['DEMO', 'no', "DEMO is 'no': it must be on, recorded or off"],
])('rejects %s %j', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    expect.objectContaining({ name: 'StartError', message }),
  );
});

test.each([undefined, 'postgres://app:rotor@db/other', 'postgres://app:rotor@elsewhere/twinward'])(
  'rejects an owner URL that names a database other than %s',
  (databaseUrl) => {
    expect(() =>
      readConfig({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: 'postgres://owner:rotor@db/twinward' }),
    ).toThrow('DATABASE_OWNER_URL must name the database of DATABASE_URL, on the same server');
  },
);

test('reports all errors at once', () => {
  expect(() => readConfig({ DEMO: 'yes', PORT: 'http' })).toThrow(
    "PORT is 'http': it must be a whole number from 0 to 65535, such as 8080 (0 takes any free port)\n" +
      "DEMO is 'yes': it must be on, recorded or off",
  );
});

import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger('debug', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('writes a JSON line with level and time', () => {
  const [line] = logged((log) => log.info({ tenant: 'demo' }, 'migrated'));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    tenant: 'demo',
    msg: 'migrated',
  });
});

test('redacts secrets by their name', () => {
  const [line] = logged((log) =>
    log.info({
      password: 'rotor',
      config: { adminPassword: 'rotor', databaseUrl: 'rotor' },
      request: { headers: { sessid: 'rotor', authorization: 'rotor' } },
    }),
  );
  expect(JSON.stringify(line)).not.toContain('rotor');
  expect(line).toMatchObject({ password: '***', config: { adminPassword: '***', databaseUrl: '***' } });
});

test('redacts passwords in URLs inside messages and errors', () => {
  const [line] = logged((log) =>
    log.error({ err: new Error("can't reach postgres://twin:rotor@db:5432/twinward") }, 'at pg://a:rotor@b'),
  );
  expect(JSON.stringify(line)).not.toContain('rotor');
  expect(line).toMatchObject({
    msg: 'at pg://a:***@b',
    err: { message: "can't reach postgres://twin:***@db:5432/twinward" },
  });
});

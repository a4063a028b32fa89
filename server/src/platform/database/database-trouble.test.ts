import { expect, test } from 'vitest';
import { StartError } from '../process/start-error.ts';
import { classifyError } from './database-trouble.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

test.each([
  [withCode('53100'), 'disk-full'],
  [withCode('57014'), 'timeout'],
  [withCode('25P03'), 'timeout'],
  [new Error('Query read timeout'), 'timeout'],
  [new Error('timeout exceeded when trying to connect'), 'busy'],
  [withCode('57P01'), 'unreachable'],
  [withCode('08006'), 'unreachable'],
  [withCode('3D000'), 'unreachable'],
  [withCode('ECONNREFUSED'), 'unreachable'],
  [new Error('Connection terminated unexpectedly'), 'unreachable'],
  [new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]), 'unreachable'],
  [new StartError('migration failed', { cause: withCode('57P03') }), 'unreachable'],
])('classifies %s as database trouble: %s', (error, trouble) => {
  expect(classifyError(error)).toBe(trouble);
});

test.each([
  [withCode('23505')],
  [withCode('42P01')],
  [new Error('Something else')],
  [new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') })],
  ['Connection terminated'],
  [undefined],
])('does not classify %s as database trouble', (error) => {
  expect(classifyError(error)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { failureDetail, failureMessage } from './failure.ts';

const body = { exceptionMessage: 'e', message: 'm', title: 't', error: 'r' };

describe('failureMessage', () => {
  const table: [unknown, string][] = [
    ['plain text', 'plain text'],
    [{ body, message: 'own' }, 'e'],
    [{ body: { ...body, exceptionMessage: undefined }, message: 'own' }, 'm'],
    [{ body: { ...body, exceptionMessage: undefined, message: '' }, message: 'own' }, 't'],
    [{ body: { error: 'r' }, message: 'own' }, 'r'],
    [{ body: {}, message: 'own' }, 'own'],
    [new Error('own'), 'own'],
    [{ body: { message: { nested: true } } }, 'fallback'],
    [undefined, 'fallback'],
    [null, 'fallback'],
    [42, 'fallback'],
  ];
  it.each(table)('%j has the message %j', (error, message) => {
    expect(failureMessage(error, 'fallback')).toBe(message);
  });
});

describe('failureDetail', () => {
  const table: [unknown, string | undefined][] = [
    [{ body: { detail: 'd' }, detail: 'own' }, 'd'],
    [{ body: {}, detail: 'own' }, 'own'],
    [new Error('own'), undefined],
    ['plain text', undefined],
  ];
  it.each(table)('%j has the detail %j', (error, detail) => {
    expect(failureDetail(error)).toBe(detail);
  });
});

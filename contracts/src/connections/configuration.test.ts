import { describe, expect, it } from 'vitest';
import { configurationValue } from './configuration.ts';
import type { ConfigurationField } from './connection.ts';

const field = (more: Partial<ConfigurationField>): ConfigurationField => ({
  name: 'one',
  label: 'One',
  kind: 'text',
  isRequired: true,
  ...more,
});
const findProblem = (more: Partial<ConfigurationField>, value: unknown) =>
  configurationValue(field(more)).safeParse(value).error?.issues[0]?.message ?? null;

const ua: Partial<ConfigurationField> = {
  kind: 'address',
  schemes: ['opc.tcp'],
  example: 'opc.tcp://plc.plant.example:4840',
};
const wrongAddress = 'Please enter an address such as opc.tcp://plc.plant.example:4840.';
const choice: Partial<ConfigurationField> = { kind: 'choice', choices: [{ value: 'none', label: 'None' }] };

describe('the check of a configuration field', () => {
  it.each<[Partial<ConfigurationField>, unknown, string | null]>([
    [{ kind: 'text' }, '', 'Required.'],
    [{ kind: 'text' }, 'x'.repeat(1001), '1 characters over maximum length of 1000.'],
    [{ kind: 'text', isRequired: false }, null, null],
    [ua, 'opc.tcp://plc:4840', null],
    [ua, 'https://plc:4840', wrongAddress],
    [ua, 'plc', wrongAddress],
    [ua, 'opc.tcp:', wrongAddress],
    [{ kind: 'address' }, 'http://plant', null],
    [{ kind: 'address' }, 'mqtt://plant', 'Please enter an address such as https://plant.example.'],
    [
      { kind: 'address' },
      'https://eve:word@plant',
      'Please enter the user and the password in their own fields.',
    ],
    [{ kind: 'secret' }, ' kept as it is ', null],
    [{ kind: 'file' }, 'TUlJ', null],
    [{ kind: 'file' }, 'not base64!', 'Please choose a file.'],
    [{ kind: 'file' }, 'A'.repeat(131_076), 'Please choose a file of at most 96 KB.'],
    [{ kind: 'number' }, 'five', 'Please enter a number.'],
    [{ kind: 'number', minimum: 1, maximum: 9 }, 10, 'Please enter a number between 1 and 9.'],
    [{ kind: 'number', minimum: 1 }, 0, 'Please enter a number greater than or equal to 1.'],
    [{ kind: 'number' }, -0.5, null],
    [{ kind: 'boolean' }, 'yes', 'Please give true or false.'],
    [choice, 'none', null],
    [choice, 'some', 'Please give one of none.'],
    [{ kind: 'date' }, '2024-02-29', null],
    [{ kind: 'date' }, '2023-02-29', 'Please enter a date.'],
    [{ kind: 'texts' }, ['M1', 'M2'], null],
    [{ kind: 'texts' }, [], 'Required.'],
    [{ kind: 'texts' }, [''], 'Required.'],
    [{ kind: 'texts' }, 'M1', 'Please give a list.'],
  ])('of %j with the value %j returns %j', (more, value, problem) => {
    expect(findProblem(more, value)).toBe(problem);
  });
});

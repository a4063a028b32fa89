import { expect, it } from 'vitest';
import { chosenSystems } from './chosen-systems.ts';

const known = ['opcua', 'sap'];

it('takes all systems, or the one that was named', () => {
  expect(chosenSystems(known, undefined)).toEqual(known);
  expect(chosenSystems(known, 'sap')).toEqual(['sap']);
});

it('refuses another name with those that there are', () => {
  expect(() => chosenSystems(known, 'modbus')).toThrow(
    'There is no soak of connections to modbus. Choose one of opcua, sap.',
  );
});

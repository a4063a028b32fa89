import { expect, it } from 'vitest';
import { chosenSystems } from './chosen-systems.ts';

const known = ['opcua', 'sap'];

it('returns all systems, or the named one', () => {
  expect(chosenSystems(known, undefined)).toEqual(known);
  expect(chosenSystems(known, 'sap')).toEqual(['sap']);
});

it('rejects an unknown name, and lists the known ones', () => {
  expect(() => chosenSystems(known, 'modbus')).toThrow(
    'There is no soak of connections to modbus. Choose one of opcua, sap.',
  );
});

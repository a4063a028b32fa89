import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSecret } from '@twinward/contracts/connections/configuration';
import { connectionType } from '@twinward/contracts/connections/connection';
import { describe, expect, it } from 'vitest';
import { findConnector, listConnectors } from './registry.ts';

const here = import.meta.dirname;

describe('the registry of connectors', () => {
  it('finds the connector of each folder by its name', () => {
    const folders = readdirSync(here).filter((name) => existsSync(join(here, name, 'connector.ts')));
    expect(folders.length).toBeGreaterThan(6);
    expect(listConnectors().map(({ type }) => type)).toEqual(folders);
    for (const name of folders) expect(findConnector(name)?.type).toBe(name);
  });

  it('finds no connector for an unknown type', () => {
    expect(findConnector('telepathy')).toBeNull();
    expect(findConnector('../http')).toBeNull();
    expect(findConnector('constructor')).toBeNull();
  });

  it.each(listConnectors().map((connector) => [connector.type, connector] as const))(
    'has a valid description of %s',
    (_, { type, name, description, fields, limits, roles, toAddress }) => {
      expect(
        connectionType.safeParse({ type, name, description, fields, limits, roles }).error,
      ).toBeUndefined();
      const names = fields.map((field) => field.name);
      expect(new Set([...names, 'type', 'logLevel']).size).toBe(names.length + 2);
      for (const field of fields) {
        expect(field.kind === 'choice').toBe(field.choices !== undefined);
        if (isSecret(field)) expect(field.initial).toBeUndefined();
      }
      const isCalled = !fields.some(({ kind }) => kind === 'address');
      const address = toAddress(Object.fromEntries(names.map((one) => [one, `https://${one}`])));
      expect(address === null).toBe(isCalled);
    },
  );
});

describe('the fields of the specified types', () => {
  it.each([
    ['opcua', 'url', 'user', 'password', 'certificate', 'securityMode', 'certificatePassword'],
    ['pi', 'server'],
    ['backend', 'demeter.url', 'library.url'],
  ])('of %s are included', (type, ...specified) => {
    const names = findConnector(type)!.fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(specified));
  });

  it.each([
    [
      'sap',
      'url',
      'user',
      'password',
      'notificationType',
      'extractionStartDate',
      'extractionNotificationTypes',
      'extractionOrderTypes',
    ],
    [
      'hxgn',
      'url',
      'tenant',
      'organization',
      'user',
      'password',
      'extractionStartDate',
      'extractionOrderTypes',
      'assetGridName',
      'orderGridName',
    ],
    [
      'maximo',
      'url',
      'user',
      'password',
      'extractionStartDate',
      'extractionOrderTypes',
      'extractionServiceRequestTypes',
    ],
    ['j5', 'url', 'user', 'password', 'assetSearchField'],
  ])('of %s have the names of the specification', (type, ...names) => {
    expect(findConnector(type)!.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });
});

import type { Connector } from '../connector.ts';
import { check, fields, toAddress } from './config.ts';

const connector: Connector = {
  type: 'opcua',
  name: 'OPC UA',
  description:
    'Reads values and their history from an OPC UA server. It never writes values or calls methods.',
  fields,
  limits: [
    'Events, Alarms & Conditions and Kerberos are not supported.',
    'Texts, dates and structures are not supported. Of arrays, single elements can be read.',
    'Insecure policies (Basic128Rsa15, Basic256) and elliptic curves are not supported.',
  ],
  check,
  toAddress,
  roles: ['live', 'history', 'browse'],
  // Loaded lazily: node-opcua needs 33 MB and 2 s.
  load: async () => (await import('./roles.ts')).roles,
};
export default connector;

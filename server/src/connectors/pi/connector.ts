import type { Connector } from '../connector.ts';
import { check, fields, toAddress } from './config.ts';

const connector: Connector = {
  type: 'pi',
  name: 'AVEVA PI',
  description: 'Reads points of a PI Data Archive and their history through PI Web API. It never writes.',
  fields,
  limits: [
    'Kerberos and NTLM are not supported: PI Web API must offer Basic or Bearer.',
    'Texts, times and blobs are not supported. Attributes and event frames of PI AF are not read.',
  ],
  check,
  toAddress,
  roles: ['live', 'history', 'browse'],
  load: async () => (await import('./roles.ts')).roles,
};
export default connector;

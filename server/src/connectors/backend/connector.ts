import type { Connector } from '../connector.ts';
import { check, fields, toAddress } from './config.ts';

const connector: Connector = {
  type: 'backend',
  name: 'Twinward',
  description:
    'Reads points from another installation of Twinward and imports the twin models that it shares.',
  fields,
  limits: [
    'Points are only read, not pushed. For the other direction, connect the other installation to this one.',
  ],
  check,
  toAddress,
  roles: ['live', 'history', 'browse'],
  load: async () => (await import('./roles.ts')).roles,
};
export default connector;

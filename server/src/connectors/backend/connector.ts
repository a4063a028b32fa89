import type { Connector } from '../connector.ts';
import { addressOf, check, fields } from './config.ts';

const connector: Connector = {
  type: 'backend',
  name: 'Twinward',
  description:
    'Another installation of Twinward: its points are read, and the twin models that it shares can be taken.',
  fields,
  limits: [
    'Points are read, not pushed: for the other direction, connect the other installation to this one.',
  ],
  check,
  addressOf,
  roles: ['live', 'history', 'browse'],
  load: async () => (await import('./roles.ts')).roles,
};
export default connector;

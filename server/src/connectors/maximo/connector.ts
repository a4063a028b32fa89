import type { Connector } from '../connector.ts';
import { fields, problemsOf } from './config.ts';

const connector: Connector = {
  type: 'maximo',
  name: 'IBM Maximo',
  description: 'Work orders, service requests and assets of Maximo, by its JSON API.',
  fields,
  limits: [
    'Work orders are read and never made: planners make them from service requests.',
    'The state of a service request is read, and changed by people in Maximo alone.',
    'Locations are not read; of an asset its location is a field.',
    'Maximo reports no deletions: they are found by comparing all keys from time to time.',
  ],
  check: problemsOf,
  addressOf: (configuration) => String(configuration.url),
  roles: ['assets', 'work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

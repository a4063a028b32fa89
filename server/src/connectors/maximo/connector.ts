import type { Connector } from '../connector.ts';
import { fields, findProblems } from './config.ts';

const connector: Connector = {
  type: 'maximo',
  name: 'IBM Maximo',
  description: 'Reads work orders, service requests and assets of Maximo through its JSON API.',
  fields,
  limits: [
    'Work orders are only read. Planners create them from service requests.',
    'The state of a service request is only read. Users change it in Maximo.',
    'Locations are not read. The location of an asset is available as a field.',
    'Maximo does not report deletions. Twinward finds them by comparing all keys from time to time.',
  ],
  check: findProblems,
  toAddress: (configuration) => String(configuration.url),
  roles: ['assets', 'work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

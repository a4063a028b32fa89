import type { Connector } from '../connector.ts';
import { fields, problemsOf } from './config.ts';

const connector: Connector = {
  type: 'hxgn',
  name: 'HxGN EAM',
  description: 'Work orders and assets of HxGN EAM, by its REST services.',
  fields,
  limits: [
    'Work is read by grids, which differ from site to site: the test says which columns are missing.',
    'Dates of grids are local and to the minute: the time zone and the format have to be those of the user.',
    'Questions that HxGN EAM asks when a work order is made are not answered: the request fails and says what was asked.',
    'The description of a request is sent only into a user-defined field; the short description has 80 characters.',
  ],
  check: problemsOf,
  addressOf: (configuration) => String(configuration.url),
  roles: ['assets', 'work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

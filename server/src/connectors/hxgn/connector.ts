import type { Connector } from '../connector.ts';
import { fields, findProblems } from './config.ts';

const connector: Connector = {
  type: 'hxgn',
  name: 'HxGN EAM',
  description: 'Reads work orders and assets of HxGN EAM through its REST services.',
  fields,
  limits: [
    'Work is read from grids, which differ from site to site. The test shows which columns are missing.',
    'Dates in grids are local and have no seconds. Time zone and format must match the settings of the user.',
    'If HxGN EAM asks a question when a work order is created, the request fails and shows the question.',
    'The full description of a request is sent only to a user-defined field. The short description has at most 80 characters.',
  ],
  check: findProblems,
  toAddress: (configuration) => String(configuration.url),
  roles: ['assets', 'work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

import type { Connector } from '../connector.ts';
import { fields, findProblems } from './config.ts';

const connector: Connector = {
  type: 'sap',
  name: 'SAP Plant Maintenance',
  description:
    'Reads notifications, orders, equipment and functional locations of SAP S/4HANA through its OData services.',
  fields,
  limits: [
    'Orders are only read. Planners create them from notifications.',
    'The state of a notification is only read. Users change it in SAP.',
    'The connection signs in with user and password. OAuth and SAML are not supported.',
    'Twinward identifies its notifications by the external reference number and the end of the long text. Do not change them.',
  ],
  check: findProblems,
  toAddress: (configuration) => String(configuration.url),
  roles: ['assets', 'work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

import type { Connector } from '../connector.ts';
import { fields, problemsOf } from './config.ts';

const connector: Connector = {
  type: 'sap',
  name: 'SAP Plant Maintenance',
  description:
    'Notifications, orders, equipment and functional locations of SAP S/4HANA, by its OData services.',
  fields,
  limits: [
    'Orders are read and never made: planners make them from notifications.',
    'The state of a notification is read, and changed by people in SAP alone.',
    'The connection signs in with user and password; OAuth and SAML are not supported.',
    'What a notification was requested by stands in its external reference number and at the end of its long text: please leave both.',
  ],
  check: problemsOf,
  addressOf: (configuration) => String(configuration.url),
  roles: ['assets', 'work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

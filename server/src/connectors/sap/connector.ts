import type { Connector } from '../connector.ts';
import { extractionStartDate, extractionTypes, password, settingsOnly, url, user } from '../shared-fields.ts';

export default {
  type: 'sap',
  name: 'SAP Plant Maintenance',
  description: 'Notifications and orders of SAP, by its OData services.',
  fields: [
    url('The address of SAP Gateway.', 'https://sap.plant.example'),
    user,
    password,
    {
      name: 'notificationType',
      label: 'Notification type',
      kind: 'text',
      help: 'Type of the notifications that advisories make, such as M1.',
      isRequired: false,
    },
    extractionStartDate,
    extractionTypes(
      'extractionNotificationTypes',
      'Notification types to read',
      'Types of notifications, such as M1.',
    ),
    extractionTypes('extractionOrderTypes', 'Order types to read', 'Types of orders, such as PM01.'),
  ],
  limits: [settingsOnly],
  addressOf: (configuration) => String(configuration.url),
  roles: [],
} satisfies Connector;

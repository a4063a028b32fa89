import type { Connector } from '../connector.ts';
import { extractionStartDate, extractionTypes, password, settingsOnly, url, user } from '../shared-fields.ts';

export default {
  type: 'maximo',
  name: 'IBM Maximo',
  description: 'Work orders and service requests of Maximo, by its JSON API.',
  fields: [
    url('The address of Maximo.', 'https://maximo.plant.example/maximo'),
    user,
    password,
    extractionStartDate,
    extractionTypes('extractionOrderTypes', 'Order types to read', 'Work types of orders, such as CM.'),
    extractionTypes(
      'extractionServiceRequestTypes',
      'Service request types to read',
      'Types of service requests.',
    ),
  ],
  limits: [settingsOnly],
  addressOf: (configuration) => String(configuration.url),
  roles: [],
} satisfies Connector;

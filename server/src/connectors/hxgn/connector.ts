import type { Connector } from '../connector.ts';
import { extractionStartDate, extractionTypes, password, settingsOnly, url, user } from '../shared-fields.ts';

export default {
  type: 'hxgn',
  name: 'HxGN EAM',
  description: 'Work orders and assets of HxGN EAM, by its REST services.',
  fields: [
    url('The address of HxGN EAM.', 'https://eam.plant.example'),
    { name: 'tenant', label: 'Tenant', kind: 'text', help: 'Sent with each call.', isRequired: true },
    {
      name: 'organization',
      label: 'Organization',
      kind: 'text',
      help: 'Sent with each call.',
      isRequired: true,
    },
    user,
    password,
    extractionStartDate,
    extractionTypes('extractionOrderTypes', 'Order types to read', 'Types of work orders, such as BRKD.'),
    {
      name: 'assetGridName',
      label: 'Grid of assets',
      kind: 'text',
      help: 'The grid by which assets are read.',
      isRequired: false,
      initial: 'OSOBJA',
    },
    {
      name: 'orderGridName',
      label: 'Grid of work orders',
      kind: 'text',
      help: 'The grid by which work orders are read.',
      isRequired: false,
      initial: 'WSJOBS',
    },
  ],
  limits: [settingsOnly],
  addressOf: (configuration) => String(configuration.url),
  roles: [],
} satisfies Connector;

import type { Connector } from '../connector.ts';
import { password, settingsOnly, url, user } from '../shared-fields.ts';

export default {
  type: 'j5',
  name: 'j5 Operations Management',
  description: 'Entries of the logbooks of j5.',
  fields: [
    url('The address of j5.', 'https://j5.plant.example'),
    user,
    password,
    {
      name: 'assetSearchField',
      label: 'Field of the asset',
      kind: 'text',
      help: 'The field of entries that names the asset.',
      isRequired: false,
    },
  ],
  limits: [settingsOnly, 'j5 has no public interface: its paths and fields differ from plant to plant.'],
  addressOf: (configuration) => String(configuration.url),
  roles: [],
} satisfies Connector;

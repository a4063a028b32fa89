import type { Connector } from '../connector.ts';
import { settingsOnly } from '../shared-fields.ts';

export default {
  type: 'backend',
  name: 'Twinward',
  description: 'Another installation of Twinward.',
  fields: [
    {
      name: 'demeter.url',
      label: 'Address of the points',
      kind: 'address',
      help: 'The other installation, where points are read or pushed.',
      isRequired: true,
      example: 'https://twinward.plant.example',
    },
    {
      name: 'library.url',
      label: 'Address of the library',
      kind: 'address',
      help: 'The installation whose shared twin models are read. Empty: none.',
      isRequired: false,
      example: 'https://library.plant.example',
    },
  ],
  limits: [settingsOnly],
  addressOf: (configuration) => `${configuration['demeter.url']} ${configuration['library.url'] ?? ''}`,
  roles: [],
} satisfies Connector;

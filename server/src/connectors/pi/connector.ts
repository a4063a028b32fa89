import type { Connector } from '../connector.ts';
import { settingsOnly } from '../shared-fields.ts';

export default {
  type: 'pi',
  name: 'AVEVA PI',
  description: 'Points of a PI Data Archive, by PI Web API.',
  fields: [
    {
      name: 'server',
      label: 'Server',
      kind: 'address',
      help: 'The address of PI Web API.',
      isRequired: true,
      example: 'https://pi.plant.example/piwebapi',
    },
  ],
  limits: [settingsOnly, 'Kerberos is not supported.'],
  addressOf: ({ server }) => String(server),
  roles: [],
} satisfies Connector;

import type { Connector } from '../connector.ts';
import { field, sharedTags } from '../shared-fields.ts';

export default {
  type: 'http',
  name: 'HTTP',
  description:
    'Programs push points with the token of the connection, as JSON or InfluxDB line protocol (for example from Telegraf).',
  fields: [
    field(
      'choice',
      'unknownSources',
      'Unknown sources',
      'What to do with points whose source feeds no tag.',
      {
        isRequired: true,
        choices: [
          { value: 'list', label: 'List them as new sources' },
          { value: 'make', label: 'Create a tag for each' },
        ],
        initial: 'list',
      },
    ),
    sharedTags,
  ],
  limits: ['Twinward cannot request history; programs can push it.'],
  toAddress: () => null,
  roles: ['push'],
} satisfies Connector;

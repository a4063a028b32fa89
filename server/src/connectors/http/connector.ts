import type { Connector } from '../connector.ts';
import { sharedTags } from '../shared-fields.ts';

export default {
  type: 'http',
  name: 'HTTP',
  description:
    'Programs push points with the token of the connection, as JSON or as InfluxDB line protocol, as Telegraf sends it.',
  fields: [
    {
      name: 'unknownSources',
      label: 'Unknown sources',
      kind: 'choice',
      help: 'What becomes of points whose source feeds no tag.',
      isRequired: true,
      choices: [
        { value: 'list', label: 'List them, to be taken' },
        { value: 'make', label: 'Create a tag for each' },
      ],
      initial: 'list',
    },
    sharedTags,
  ],
  limits: ['It calls nobody: history can only be pushed.'],
  addressOf: () => null,
  roles: ['push'],
} satisfies Connector;

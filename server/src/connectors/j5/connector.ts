import type { Connector } from '../connector.ts';
import { fields, problemsOf } from './config.ts';

const connector: Connector = {
  type: 'j5',
  name: 'j5 Operations Management',
  description: 'Entries of the logbooks of j5.',
  fields,
  limits: [
    'j5 has no public interface: its paths and fields differ from plant to plant. They are entered here, and the test says what was found by them.',
    'Entries are read, and nothing is written.',
    'Answers have to be JSON, times with their zone or offset.',
  ],
  check: problemsOf,
  addressOf: (configuration) => String(configuration.url),
  roles: ['work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

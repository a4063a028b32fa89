import type { Connector } from '../connector.ts';
import { fields, findProblems } from './config.ts';

const connector: Connector = {
  type: 'j5',
  name: 'j5 Operations Management',
  description: 'Reads the logbook entries of j5.',
  fields,
  limits: [
    'j5 has no public interface. Paths and fields differ from plant to plant: enter them here, and run the test to see what it finds.',
    'Entries are only read. Nothing is written.',
    'Answers must be JSON, with time zones or offsets in times.',
  ],
  check: findProblems,
  toAddress: (configuration) => String(configuration.url),
  roles: ['work'],
  load: async () => (await import('./roles.ts')).roles,
};

export default connector;

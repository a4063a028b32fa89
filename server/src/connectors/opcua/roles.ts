import type { ConnectorRoles } from '../connector.ts';
import { browse } from './browse.ts';
import { withSession } from './client.ts';
import { history } from './history.ts';
import { live } from './live.ts';
import { preview } from './preview.ts';
import { testConnection } from './test-steps.ts';

export const roles: ConnectorRoles = {
  test: testConnection,
  browse: (call, page) => withSession(call, (session) => browse(session, page)),
  preview: (call, sources) => withSession(call, (session) => preview(session, sources)),
  live,
  history,
};

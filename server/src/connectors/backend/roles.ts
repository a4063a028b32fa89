import type { ConnectorRoles } from '../connector.ts';
import { browse, preview } from './browse.ts';
import { history } from './history.ts';
import { live } from './live.ts';
import { models } from './models.ts';
import { testConnection } from './test-steps.ts';

export const roles: ConnectorRoles = { test: testConnection, browse, preview, live, history, models };

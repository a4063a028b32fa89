import type { ConnectorRoles } from '../connector.ts';
import { records } from './records.ts';
import { testConnection } from './test-steps.ts';

export const roles: ConnectorRoles = { test: testConnection, records };

import type { ConnectorRoles } from '../connector.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';
import { testConnection } from './test-steps.ts';

export const roles: ConnectorRoles = { test: testConnection, records, requests };

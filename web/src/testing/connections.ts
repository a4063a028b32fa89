import type {
  Connection,
  ConnectionSummary,
  ConnectionType,
} from '@twinward/contracts/connections/connection';
import type { ConnectionRequest } from '@twinward/contracts/connections/request';

/** A type with a field of each kind. */
export const opcua: ConnectionType = {
  type: 'opcua',
  name: 'OPC UA',
  description: 'Reads an OPC UA server.',
  roles: ['live', 'history', 'browse'],
  fields: [
    {
      name: 'url',
      label: 'Address',
      kind: 'address',
      isRequired: true,
      schemes: ['opc.tcp'],
      example: 'opc.tcp://plant:4840',
    },
    { name: 'user', label: 'User', kind: 'text', isRequired: false, help: 'Empty: nobody signs in.' },
    { name: 'password', label: 'Password', kind: 'secret', isRequired: false },
    { name: 'certificate', label: 'Certificate', kind: 'file', isRequired: false },
    {
      name: 'securityMode',
      label: 'Security mode',
      kind: 'choice',
      isRequired: true,
      choices: [
        { value: 'None', label: 'None' },
        { value: 'SignAndEncrypt', label: 'Sign and encrypt' },
      ],
      initial: 'SignAndEncrypt',
    },
    { name: 'interval', label: 'Interval', kind: 'number', isRequired: true, minimum: 100, initial: 1000 },
    { name: 'isExact', label: 'Exact times', kind: 'boolean', isRequired: false },
    { name: 'since', label: 'Start date', kind: 'date', isRequired: false },
    { name: 'filters', label: 'Filters', kind: 'texts', isRequired: false },
  ],
  limits: ['Alarms and conditions are not read.'],
};

export const http: ConnectionType = {
  type: 'http',
  name: 'HTTP',
  description: 'Programs push points.',
  roles: ['push'],
  fields: [],
  limits: [],
};

export const sap: ConnectionType = { ...http, type: 'sap', name: 'SAP', roles: [] };

export const createSummary = (change: Partial<ConnectionSummary> = {}): ConnectionSummary => ({
  id: 4,
  name: 'Boiler house',
  type: 'opcua',
  connectionGroupId: 40,
  place: 'server',
  isPaused: false,
  isActive: true,
  state: 'running',
  message: '',
  lastError: null,
  lastErrorTime: null,
  lastPointTime: null,
  lagSeconds: 0.42,
  clockSeconds: null,
  pointsPerSecond: 120,
  tags: 12,
  version: 3,
  ...change,
});

export const createConnection = (change: Partial<Connection> = {}): Connection => ({
  ...createSummary(),
  configuration: {
    type: 'opcua',
    logLevel: 'info',
    url: 'opc.tcp://boiler:4840',
    user: 'twin',
    password: null,
    securityMode: 'None',
    interval: 500,
  },
  secretsSet: ['password'],
  token: null,
  status: [],
  tracking: { liveUntil: null, backfills: [] },
  plant: null,
  certificateEnd: null,
  exportTagStatus: null,
  ...change,
});

export const createRequest = (change: Partial<ConnectionRequest> = {}): ConnectionRequest => ({
  id: '8f7b2f2e-3a34-4d7b-9d5b-1c3f5a0f0a01',
  kind: 'test',
  state: 'done',
  message: null,
  result: {},
  ...change,
});

import type { TestStep } from '@twinward/contracts/connections/request';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { clockSentence, testHttp } from '../http-test.ts';
import { listDataServers } from './browse.ts';
import { get } from './client.ts';
import { toSettings } from './config.ts';

/** Tests the connection step by step. A failed step ends the test. */
export const testConnection = (call: ConnectorCall): AsyncIterable<TestStep> =>
  testHttp(call, () => ({
    url: toSettings(call.configuration).server,
    signIn: async () => {
      const { Name: name } = await get<{ Name?: string }>(call, 'system/userinfo');
      return name ? `Signed in as ${name}.` : 'Signed in.';
    },
    read: async () => {
      const { State: state, ServerTime: time } = await get<{ State?: string; ServerTime?: string }>(
        call,
        'system/status',
      );
      if (state !== 'Running')
        throw new ConnectorFailure('busy', `PI Web API is not running: its state is ${state ?? 'unknown'}.`);
      const servers = await listDataServers(call);
      if (servers.length === 0)
        throw new ConnectorFailure('refused', 'PI Web API shows this user no PI Data Archive.');
      return `PI Web API is running and reads ${servers.map(({ Name }) => Name).join(', ')}.${clockSentence(time)}`;
    },
    write: async () => ({ state: 'skipped', message: 'Twinward never writes to PI.' }),
    advices: {
      'sign-in':
        'Check user, password or token. PI Web API must offer Basic or Bearer (AuthenticationMethods); Kerberos is not supported.',
      read: 'Check the path of the address (often /piwebapi), and that the user is mapped to a PI identity that may read points.',
    },
  }));

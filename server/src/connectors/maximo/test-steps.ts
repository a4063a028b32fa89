import type { ConnectorCall } from '../connector.ts';
import { clockSentence, type Finding, readStreams, testHttp } from '../http-test.ts';
import { MaximoClient } from './client.ts';
import { serviceRequests } from './mapping.ts';
import { getStructure, records } from './records.ts';

/** Reads one record of each stream. Writes nothing, because a service request can't be undone. */
export const testConnection = (call: ConnectorCall) =>
  testHttp(call, () => {
    const client = new MaximoClient(call);
    return {
      url: client.settings.base,
      async signIn() {
        const date = await client.ping(serviceRequests.path);
        return `Maximo accepted the sign-in.${clockSentence(date)}`;
      },
      read: () =>
        readStreams(records.streams(call.configuration), (stream) => {
          const structure = getStructure(stream);
          return client.page(structure.path, { select: structure.attributes(client.settings), pageSize: 1 });
        }),
      async write(): Promise<Finding> {
        return {
          state: 'skipped',
          message: 'Only advisories create service requests; a test creates none.',
          advice: 'The user needs insert permission for the object structure MXAPISR.',
        };
      },
      advices: {
        'sign-in':
          'Check the API key, or user and password. With LDAP or SAML, Maximo accepts only an API key.',
        read: 'Give the user read permission for MXAPIWODETAIL, MXAPISR and MXAPIASSET, and check the attribute names.',
      },
    };
  });

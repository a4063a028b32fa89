import type { ConnectorCall } from '../connector.ts';
import { clockSentence, type Finding, readStreams, testHttp } from '../http-test.ts';
import { MaximoClient } from './client.ts';
import { serviceRequests } from './mapping.ts';
import { records, structureOf } from './records.ts';

/** Reads one record of each stream. Nothing is written: a service request can't be taken back. */
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
          const structure = structureOf(stream);
          return client.page(structure.path, { select: structure.attributes(client.settings), pageSize: 1 });
        }),
      async write(): Promise<Finding> {
        return {
          state: 'skipped',
          message: 'Service requests are made only by advisories; a test makes none.',
          advice: 'The user needs the right to insert by the object structure MXAPISR.',
        };
      },
      advices: {
        'sign-in':
          'Check the API key, or user and password; with LDAP or SAML, Maximo takes an API key only.',
        read: 'Give the user the right to read by MXAPIWODETAIL, MXAPISR and MXAPIASSET, and check the names of attributes.',
      },
    };
  });

import type { TestStep } from '@twinward/contracts/connections/request';
import type { ConnectorCall } from '../connector.ts';
import { clockSentence, testHttp } from '../http-test.ts';
import { readSharing, readTags } from './client.ts';
import { toPointsSide } from './config.ts';

/** Tests the connection step by step. A failed step ends the test. */
export const testConnection = (call: ConnectorCall): AsyncIterable<TestStep> =>
  testHttp(call, () => ({
    url: toPointsSide(call.configuration).url,
    signIn: async () => `The token belongs to the connection ${(await readSharing(call)).name}.`,
    read: async () => {
      const { tags, time } = await readSharing(call);
      await readTags(call, {});
      return {
        state: tags > 0 ? 'passed' : 'skipped',
        message: `${tags} ${tags === 1 ? 'tag' : 'tags'} may be read.${clockSentence(time)}`,
        ...(tags === 0 && {
          advice:
            'In the other installation, enter tags in the field Tags that may be read of the connection.',
        }),
      };
    },
    write: async () => ({ state: 'skipped', message: 'Twinward does not write to the other installation.' }),
    advices: {
      'sign-in':
        'In the other installation, create a token on the page of a connection of type HTTP or Twinward.',
      read: 'The connection in the other installation may be paused, or its version may be older.',
    },
  }));

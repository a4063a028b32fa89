import type { ConnectorCall } from '../connector.ts';
import { clockSentence, type Finding, readStreams, testHttp } from '../http-test.ts';
import { SapClient } from './client.ts';
import { toSettings } from './config.ts';
import { notifications } from './mapping.ts';
import { getEntity, records } from './records.ts';

/** Reads one entity of each stream. Writes nothing, because a test notification would have to be deleted manually. */
export const testConnection = (call: ConnectorCall) =>
  testHttp(call, () => {
    const client = new SapClient(call);
    return {
      url: toSettings(call.configuration).base,
      async signIn() {
        const date = await client.ping(notifications.path);
        return `SAP accepted the sign-in.${clockSentence(date)}`;
      },
      read: () =>
        readStreams(records.streams(call.configuration), (stream) =>
          client.page(getEntity(stream).path, { top: 1 }),
        ),
      async write(): Promise<Finding> {
        return {
          state: 'skipped',
          message: 'Only advisories create notifications; a test creates none.',
          advice: 'The user needs the authorisation to create notifications (I_QMEL, I_SWERK, I_INGRP).',
        };
      },
      advices: {
        'sign-in':
          'Check user, password and client, and that the service API_MAINTNOTIFICATION is activated (/IWFND/MAINT_SERVICE).',
        read: 'Activate the service (/IWFND/MAINT_SERVICE), and give the user S_SERVICE and the authorisation to display.',
      },
    };
  });

import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { clockSentence, type Finding, testHttp } from '../http-test.ts';
import { J5Client } from './client.ts';
import { type Entry, toRecord } from './mapping.ts';

/** Reads the first page of entries, and checks that it contains the configured fields. */
export const testConnection = (call: ConnectorCall) =>
  testHttp(call, () => {
    const client = new J5Client(call);
    const { settings } = client;
    let first: Entry[] = [];
    return {
      url: settings.base.href,
      async signIn() {
        for await (const entries of client.pages(settings.start ?? 0)) {
          first = entries;
          break;
        }
        return `j5 accepted the sign-in.${clockSentence(client.date)}`;
      },
      async read(): Promise<Finding> {
        if (first.length === 0) return { state: 'skipped', message: 'There are no entries yet.' };
        const record = toRecord(first[0]!, settings);
        if (record === null) {
          throw new ConnectorFailure(
            'refused',
            `The first entry has no key (${settings.keyField}) or no time of a change (${settings.changedField}).`,
          );
        }
        const empty = ['title', 'asset', 'status'].filter((name) => record.fields[name] === null);
        return empty.length === 0
          ? `${first.length} entries on the first page.`
          : {
              state: 'passed',
              message: `${first.length} entries on the first page. Of the first, ${empty.join(' and ')} could not be read.`,
              advice: 'Check the names of these fields.',
            };
      },
      async write(): Promise<Finding> {
        return { state: 'skipped', message: 'Twinward writes nothing to j5.' };
      },
      advices: {
        'sign-in': 'Check user, password and the path of the entries with the administrators of j5.',
        read: 'Compare the field names with an answer of j5.',
      },
    };
  });

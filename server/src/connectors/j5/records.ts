import { readTexts } from '../configured.ts';
import type { RecordsRole, RemoteRecord } from '../connector.ts';
import { J5Client } from './client.ts';
import { toRecord, toStream } from './mapping.ts';

const pageSize = 500;

export const records: RecordsRole = {
  streams: ({ furtherFields }) => [toStream(readTexts(furtherFields))],

  /** The order of entries is unknown: reads all entries, then returns them in order of their changes. */
  async *changes(call, _stream, since) {
    const client = new J5Client(call);
    const { settings } = client;
    const from = Math.max(since ?? 0, settings.start ?? 0);
    const found = new Map<string, RemoteRecord>();
    let unknown = 0;
    for await (const entries of client.pages(from)) {
      for (const entry of entries) {
        const record = toRecord(entry, settings);
        if (record === null) unknown++;
        else if (record.changedAt >= from && (found.get(record.key)?.changedAt ?? 0) <= record.changedAt)
          found.set(record.key, record);
      }
    }
    if (unknown > 0) call.log('warn', `${unknown} entries without a key or time of change were ignored.`);
    const ordered = [...found.values()].sort((one, other) => one.changedAt - other.changedAt);
    for (let at = 0; at < ordered.length; at += pageSize) yield ordered.slice(at, at + pageSize);
  },

  async *keys(call) {
    const client = new J5Client(call);
    for await (const entries of client.pages(0)) {
      const keys = entries.map((entry) => toRecord(entry, client.settings)?.key);
      yield keys.filter((key) => key !== undefined);
    }
  },
};

import { importFeeds } from '../../modules/signals/feed-import/jobs.ts';
import type { Writer } from './writer.ts';

/** Writes of connections. */
export async function writeConnections(writer: Writer): Promise<void> {
  const { write } = writer;
  const made = await write('POST /api/connections', [], { name: 'Gateway', type: 'http', configuration: {} });
  const { id, version } = made;
  await write('PUT /api/connections/:id', [id], { name: 'Field gateway', configuration: {}, version });
  await write('POST /api/connections/:id/resume', [id]);
  const { token } = await write('POST /api/connections/:id/token', [id]);
  await writeSources(writer, id, { authorization: `Token ${token}` });
  await write('POST /api/connections/:id/pause', [id]);
  const plant = await write('POST /api/connections', [], {
    name: 'Line 1',
    type: 'opcua',
    configuration: { url: 'opc.tcp://line-1:4840' },
  });
  await write('POST /api/connections/:id/history', [plant.id], { from: '2024-01-01T00:00:00Z' });
  await writeFromPlant(writer);
  const orders = await write('POST /api/connections', [], {
    name: 'Orders',
    type: 'sap',
    configuration: {
      url: 'https://sap.plant.example',
      user: 'reader',
      password: 'word',
      extractionOrderTypes: ['PM01'],
    },
  });
  await write('PUT /api/connections/defaults', [], { SAP: orders.id, HEXAGON: null, MAXIMO: null });
  await write('PUT /api/connections/:id/mappings/:stream', [orders.id, 'orders'], {
    rules: [
      { to: 'asset', from: 'asset' },
      { to: 'name', from: null, constant: 'Order' },
    ],
    version: 1,
  });
  await write('POST /api/connections/:id/extraction/read-again', [orders.id], {});
  await write('DELETE /api/connections/:id/token', [id]);
  await write('POST /api/connections/:id/trusted-certificates', [id], { fingerprint: 'a'.repeat(64) });
  await write('DELETE /api/connections/:id', [id]);
}

/** Writes of points by their sources, and of what these feed. */
async function writeSources(
  { write, carryOut }: Writer,
  id: number,
  headers: Record<string, string>,
): Promise<void> {
  const sources = [
    { source: 'door', name: 'IN-1' },
    { source: 'door.open', name: 'IN-2' },
  ];
  const [{ tagId }] = await write('POST /api/connections/:id/sources', [id], sources);
  const { commandId } = await write('POST /api/connections/tags/imports', [], undefined, {
    file: { name: 'tags.csv', content: 'Tag,Factor\nIN-1,2', fields: { connectionId: String(id) } },
  });
  await carryOut(commandId, { 'import-feeds': importFeeds });
  await write('POST /api/connections/tags/imports/:commandId/run', [commandId]);
  const points = [{ source: 'door', time: '2024-01-01T00:00:00Z', value: 1 }];
  await write('POST /api/connections/:id/points', [id], [...points, { ...points[0], source: 'other' }], {
    headers,
  });
  await write('POST /api/v2/write', [], 'door open=1', { headers });
  await write('POST /api/connections/:id/sources/ignore', [id], { sources: ['other'], isIgnored: true });
  await write('POST /api/connections/:id/sources/release', [id], { tagIds: [tagId] });
  const webhook = { name: 'Receiver', url: 'https://receiver.plant.example', events: ['level.changed'] };
  const hook = await write('POST /api/webhooks', [], webhook);
  await write('PUT /api/webhooks/:id', [hook.id], { ...webhook, name: 'Other receiver' });
  await write('POST /api/webhooks/:id/pause', [hook.id]);
  await write('POST /api/webhooks/:id/resume', [hook.id]);
  await write('POST /api/webhooks/:id/secret', [hook.id], {});
  const message = await write('POST /api/webhooks/:id/test', [hook.id]);
  await write('POST /api/webhooks/:id/messages/:messageId/send', [hook.id, message.id]);
  await write('DELETE /api/webhooks/:id', [hook.id]);
}

/** Writes of a process at the plant. */
async function writeFromPlant({ write }: Writer): Promise<void> {
  const line = {
    name: 'Line 2',
    type: 'opcua',
    place: 'plant',
    configuration: { url: 'opc.tcp://line-2:4840' },
  };
  const { id } = await write('POST /api/connections', [], line);
  const { token } = await write('POST /api/connections/:id/token', [id]);
  const headers = { authorization: `Bearer ${token}` };
  await write('POST /api/connections/:id/sources', [id], [{ source: 'ns=1;s=flow', name: 'FI-PLANT' }]);
  const points = [[0, Date.UTC(2024, 0, 1), 1, 0]];
  const entries = [{ kind: 'points', sources: ['ns=1;s=flow'], points }];
  await write('POST /api/plant/entries', [], { entries }, { headers });
  const state = { time: '2024-01-01T00:00:00.000Z', state: 'starting', message: '' };
  await write(
    'POST /api/plant/reports',
    [],
    { reports: [{ starts: 1, states: [state] }], log: [] },
    { headers },
  );
}

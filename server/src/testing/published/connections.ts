import type { Writer } from './writer.ts';

/** Writes of connections. */
export async function writeConnections({ write }: Writer): Promise<void> {
  const made = await write('POST /api/connections', [], { name: 'Gateway', type: 'http', configuration: {} });
  const { id, version } = made;
  await write('PUT /api/connections/:id', [id], { name: 'Field gateway', configuration: {}, version });
  await write('POST /api/connections/:id/resume', [id]);
  await write('POST /api/connections/:id/pause', [id]);
  await write('POST /api/connections/:id/token', [id]);
  await write('DELETE /api/connections/:id/token', [id]);
  await write('POST /api/connections/:id/trusted-certificates', [id], { fingerprint: 'a'.repeat(64) });
  await write('DELETE /api/connections/:id', [id]);
}

import { changeRecords } from '../../modules/records/record/bulk.ts';
import { importRecords } from '../../modules/records/record/import-jobs.ts';
import type { Writer } from './writer.ts';

/** Writes of record types and records. */
export async function writeRecords({ write, ask, carryOut }: Writer): Promise<void> {
  const field = { name: 'place', caption: 'Place', kind: 'text' };
  const states = [
    { name: 'open', caption: 'Open' },
    { name: 'done', caption: 'Done' },
  ];
  const transitions = [{ from: 'open', to: 'done', caption: 'Finish' }];
  const definition = { caption: 'Round', fields: [field], states, transitions };
  await write('POST /api/recordtypes', [], { name: 'round', ...definition });
  await write('POST /api/recordtypes/:name/copy', ['round'], { name: 'walk', caption: 'Walk' });
  await write('DELETE /api/recordtypes/:name', ['walk']);
  const { version, fields } = await ask('GET', '/api/recordtypes/round');
  await write('PUT /api/recordtypes/:name', ['round'], {
    ...definition,
    version,
    fields: [...fields, { name: 'old', caption: 'Old', kind: 'text', deprecated: true }],
  });
  await write('POST /api/recordtypes/:name/fields/:field/remove', ['round', 'old']);
  const view = await write('POST /api/views/:list', ['round'], {
    caption: 'Halls',
    parameters: { search: 'Hall' },
  });
  await write('PUT /api/views/:list/:id', ['round', view.id], {
    caption: 'Halls',
    parameters: { search: 'Big hall' },
    version: view.version,
  });
  await write('DELETE /api/views/:list/:id', ['round', view.id]);
  const record = await write('POST /api/records/:type', ['round'], { fields: { place: 'Hall' } });
  const at = ['round', record.id];
  const changed = await write('PUT /api/records/:type/:id', at, {
    fields: { place: 'Roof' },
    version: record.version,
  });
  await write('POST /api/records/:type/:id/transition', at, { to: 'done', version: changed.version });
  const file = { name: 'a.txt', content: 'seen' };
  const attachment = await write('POST /api/records/:type/:id/attachments', at, undefined, { file });
  await write('DELETE /api/records/:type/:id/attachments/:attachmentId', [...at, attachment.id]);
  const bulk = await write('POST /api/records/:type/changes', ['round'], {
    ids: [record.id],
    fields: { place: 'Yard' },
  });
  await carryOut(bulk.commandId, { 'change-records': changeRecords });
  const { commandId } = await write('POST /api/records/:type/imports', ['round'], undefined, {
    file: { name: 'rounds.csv', content: 'Place\nCellar\n' },
  });
  await carryOut(commandId, { 'import-records': importRecords });
  await write('POST /api/records/:type/imports/:commandId/check', ['round', commandId], { mapping: {} });
  await write('POST /api/records/:type/imports/:commandId/run', ['round', commandId]);
  await write('DELETE /api/records/:type/:id', at);
}

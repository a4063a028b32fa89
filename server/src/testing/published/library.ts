import { simulateDraft } from '../../modules/exchange/draft-simulation/jobs.ts';
import { placeModel, previewPlacement } from '../../modules/exchange/model-placement/jobs.ts';
import { previewUpgrade, upgradeTwins } from '../../modules/exchange/model-upgrade/jobs.ts';
import { makeAsset } from '../factories.ts';
import type { Writer } from './writer.ts';

/** Writes of twin models. */
export async function writeTwinModels(writer: Writer): Promise<void> {
  const { write } = writer;
  const route = '/api/library/models';
  const model = await write(`POST ${route}`, [], { name: 'Pump' });
  const definition = { tagAliases: [{ id: 1, name: 'Flow' }] };
  const draft = await write(`PUT ${route}/:id`, [model.id], {
    name: 'Pump',
    definition,
    version: model.version,
  });
  const published = await write(`POST ${route}/:id/publish`, [model.id], { version: draft.version });
  const change = { name: 'Pump', definition: {}, version: published.version };
  await write(`PUT ${route}/:id`, [model.id], change);
  await write(`DELETE ${route}/:id/draft`, [model.id]);
  await write(`DELETE ${route}/:id`, [model.id]);
  await takeOwnModel(writer);
}

/** Takes a model that this installation shares, as if it were another one. */
async function takeOwnModel({ write, listen }: Writer): Promise<void> {
  const fan = await write('POST /api/library/models', [], { name: 'Blower', accessLevel: 'shared' });
  await write('POST /api/library/models/:id/publish', [fan.id], { version: fan.version });
  const http = { name: 'Sharing', type: 'http', configuration: {} };
  const { id } = await write('POST /api/connections', [], http);
  await write('POST /api/connections/:id/resume', [id]);
  const { token } = await write('POST /api/connections/:id/token', [id]);
  const url = await listen();
  const configuration = { 'demeter.url': url, 'library.url': url, token };
  const reading = await write('POST /api/connections', [], { name: 'Other', type: 'backend', configuration });
  await write('POST /api/library/remote/:connectionId/models/:modelId', [reading.id, fan.id]);
}

/** Writes that put a model on assets, and bring their twins to another version. */
export async function writeModelUses({ db, write, carryOut }: Writer): Promise<void> {
  const route = '/api/library/models';
  const publish = async (id: number, version: number, description: string) => {
    const definition = { tagAliases: [{ id: 1, name: 'Flow', description }] };
    const draft = await write(`PUT ${route}/:id`, [id], { name: 'Fan', definition, version });
    return write(`POST ${route}/:id/publish`, [id], { version: draft.version });
  };
  const { id, version } = await write(`POST ${route}`, [], { name: 'Fan' });
  const published = await publish(id, version, '');
  const assets = { kind: 'ids', assetIds: [await makeAsset(db)] };
  const proposed = await write(`POST ${route}/:id/placements`, [id], { assets });
  await carryOut(proposed.commandId, { 'preview-placement': previewPlacement });
  const placed = await write('POST /api/library/placements/:commandId/apply', [proposed.commandId], {});
  await carryOut(placed.commandId, { 'place-model': placeModel });
  const newest = await publish(id, published.version, 'Of the inlet');
  const preview = await write(`POST ${route}/:id/upgrades`, [id], {});
  await carryOut(preview.commandId, { 'preview-upgrade': previewUpgrade });
  const upgraded = await write('POST /api/library/upgrades/:commandId/apply', [preview.commandId], {});
  await carryOut(upgraded.commandId, { 'upgrade-twins': upgradeTwins });
  await write('POST /api/library/upgrades/:commandId/undo', [upgraded.commandId]);
  const draft = { name: 'Fan', definition: { tagAliases: [{ id: 1, name: 'Air' }] } };
  await write(`PUT ${route}/:id`, [id], { ...draft, version: newest.version });
  const simulated = await write(`POST ${route}/:id/draft/simulation`, [id], { assetIds: assets.assetIds });
  await carryOut(simulated.commandId, { 'simulate-draft': simulateDraft });
}

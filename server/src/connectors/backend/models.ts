import { getSharedModel, listSharedModels } from '@twinward/contracts/library/remote';
import { type ConnectorCall, ConnectorFailure, type ModelsRole } from '../connector.ts';
import { ask } from './client.ts';
import { type Side, toLibrarySide } from './config.ts';

/** Reads the shared twin models of the library installation. */
export const models: ModelsRole = {
  list: async (call) => ask(call, getSide(call), listSharedModels),
  get: async (call, id) => ask(call, getSide(call), getSharedModel, { path: `/api/shared/models/${id}` }),
};

function getSide({ configuration }: ConnectorCall): Side {
  const side = toLibrarySide(configuration);
  if (!side) throw new ConnectorFailure('refused', 'The connection has no library address.');
  return side;
}

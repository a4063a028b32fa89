import { listExtraction, readAgain } from '@twinward/contracts/connections/extraction';
import {
  getDefaultConnections,
  getStreamMapping,
  listConnectionChoices,
  listStreamMappings,
  setDefaultConnections,
  updateStreamMapping,
} from '@twinward/contracts/connections/mapping';
import type { Routing } from '../../../platform/http/routing.ts';
import * as defaults from './defaults.ts';
import * as extraction from './extraction.ts';
import * as mapping from './mapping.ts';

export function streamRoutes({ implement }: Routing): void {
  implement(listStreamMappings, ({ actor, params }) =>
    mapping.listStreamMappings(actor.tenant.db, params.id),
  );
  implement(getStreamMapping, ({ actor, params }) =>
    mapping.getStreamMapping(actor.tenant.db, params.id, params.stream),
  );
  implement(updateStreamMapping, ({ actor, params, body }) =>
    mapping.updateStreamMapping(actor, params.id, params.stream, body),
  );
  implement(listExtraction, ({ actor, params }) => extraction.listExtraction(actor.tenant.db, params.id));
  implement(readAgain, ({ actor, params, body }) => extraction.readAgain(actor, params.id, body.stream));
  implement(listConnectionChoices, ({ actor }) => defaults.listConnectionChoices(actor.tenant.db));
  implement(getDefaultConnections, ({ actor }) => defaults.getDefaultConnections(actor.tenant.db));
  implement(setDefaultConnections, ({ actor, body }) => defaults.setDefaultConnections(actor, body));
}

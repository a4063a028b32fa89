import { applyPlacement, listPlacements, previewPlacement } from '@twinward/contracts/library/placement';
import type { Routing } from '../../../platform/http/routing.ts';
import * as placement from './service.ts';

export function modelPlacementRoutes({ implement }: Routing): void {
  implement(previewPlacement, ({ params, body, actor }) => placement.startPreview(actor, params.id, body));
  implement(applyPlacement, ({ params, body, actor }) =>
    placement.startPlacement(actor, params.commandId, body),
  );
  implement(listPlacements, ({ params, query, actor }) =>
    placement.listPlacements(actor, params.commandId, query),
  );
}

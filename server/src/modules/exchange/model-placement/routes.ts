import { applyPlacement, listPlacements, previewPlacement } from '@twinward/contracts/library/placement';
import type { Routing } from '../../../platform/http/routing.ts';
import * as placement from './service.ts';

export function modelPlacementRoutes({ implement }: Routing): void {
  implement(previewPlacement, async ({ params, body, actor }) => ({
    commandId: await placement.startPreview(actor, params.id, body),
  }));
  implement(applyPlacement, async ({ params, body, actor }) => ({
    commandId: await placement.startPlacement(actor, params.commandId, body),
  }));
  implement(listPlacements, ({ params, query, actor }) =>
    placement.listPlacements(actor, params.commandId, query),
  );
}

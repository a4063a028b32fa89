import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '@twinward/contracts/records/saved-view';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function savedViewRoutes({ implement }: Routing): void {
  implement(listSavedViews, ({ actor, params }) => service.listSavedViews(actor, params.list));
  implement(createSavedView, ({ actor, params, body }) => service.createSavedView(actor, params.list, body));
  implement(updateSavedView, ({ actor, params, body }) =>
    service.updateSavedView(actor, params.list, params.id, body),
  );
  implement(deleteSavedView, ({ actor, params }) => service.deleteSavedView(actor, params.list, params.id));
}

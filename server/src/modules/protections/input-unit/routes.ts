import {
  listUnitReviews,
  previewInputUnit,
  previewTagUnit,
  updateUnitReview,
} from '@twinward/contracts/protections/input-unit';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as preview from './preview.ts';
import * as review from './review.ts';

export function inputUnitRoutes({ implement }: Routing): void {
  implement(previewInputUnit, ({ params, body, actor }) =>
    preview.previewInputUnit(actor.tenant.db, params.id, body.unit),
  );
  implement(previewTagUnit, ({ params, body, actor }) =>
    preview.previewTagUnit(actor.tenant.db, params.id, body),
  );
  implement(listUnitReviews, ({ body, query, actor }) =>
    review.listUnitReviews(actor.tenant.db, listRequest(body, query)),
  );
  implement(updateUnitReview, ({ params, body, actor }) =>
    review.updateUnitReview(actor, params.id, body.isReviewed),
  );
}

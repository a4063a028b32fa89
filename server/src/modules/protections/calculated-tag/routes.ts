import {
  getTwinCalculatedTags,
  previewTag,
  recalculateTag as recalculate,
} from '@twinward/contracts/signals/calculated-tag';
import { getTwinCalculationInputs } from '@twinward/contracts/twins/tag-alias';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { listCalculationInputs } from './inputs.ts';
import { listCalculatedTags } from './list.ts';
import { recalculateTag } from './recalculate.ts';

export function calculatedTagRoutes({ implement }: Routing): void {
  implement(getTwinCalculatedTags, ({ params, actor }) => listCalculatedTags(actor.tenant.db, params.id));
  implement(getTwinCalculationInputs, ({ params, query, actor }) =>
    listCalculationInputs(actor.tenant.db, params.id, query.tagId),
  );
  implement(recalculate, ({ params, actor }) => recalculateTag(actor, params.id));
  implement(previewTag, (call) => runTask(call, 'preview-tag', call.body));
}

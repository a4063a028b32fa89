import {
  createTagAlias,
  deleteTagAlias,
  getTwinCalculationInputs,
  updateTagAlias,
} from '@twinward/contracts/tag-alias';
import type { Routing } from '../../platform/routing.ts';
import { readCalculationInputs } from './calculation-inputs.ts';
import { changeAlias, makeAlias, removeAlias } from './write.ts';

export function tagAliasRoutes({ implement }: Routing): void {
  implement(createTagAlias, ({ body, actor }) => makeAlias(actor, body));
  implement(updateTagAlias, ({ params, body, actor }) => changeAlias(actor, params.id, body));
  implement(deleteTagAlias, ({ params, actor }) => removeAlias(actor, params.id));
  implement(getTwinCalculationInputs, ({ params, query, actor }) =>
    readCalculationInputs(actor.tenant.db, params.id, query.tagId),
  );
}

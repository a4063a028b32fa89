import {
  chooseImprovements as chooseCall,
  createImprovementOption,
  deleteImprovementOption,
  listImprovements as listCall,
  listImprovementOptions,
  listImprovementSets,
  setImprovementCosts,
  updateImprovementOption,
} from '@twinward/contracts/risk/improvement';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { chooseImprovements, listImprovements, listSets, setCosts } from './improvements.ts';
import { createOption, deleteOption, listOptions, updateOption } from './options.ts';

const toSubject = ({ id, assetId }: { id: number; assetId: number }) => ({ analysisId: id, assetId });

export function improvementRoutes({ implement }: Routing): void {
  implement(listImprovementOptions, ({ actor, params }) => listOptions(actor.tenant.db, toSubject(params)));
  implement(createImprovementOption, ({ actor, params, body }) =>
    createOption(actor, toSubject(params), body),
  );
  implement(updateImprovementOption, ({ actor, params, body }) =>
    updateOption(actor, toSubject(params), params.optionId, body),
  );
  implement(deleteImprovementOption, ({ actor, params }) =>
    deleteOption(actor, toSubject(params), params.optionId),
  );
  implement(listCall, ({ actor, params }) => listImprovements(actor.tenant.db, params.id));
  implement(listImprovementSets, ({ actor, params }) => listSets(actor.tenant.db, params.id));
  implement(setImprovementCosts, ({ actor, params, body }) => setCosts(actor, params.id, body));
  implement(chooseCall, (call) =>
    chooseImprovements(call.actor.tenant.db, call.params.id, call.body.budget, (offers) =>
      runTask(call, 'choose-improvements', offers),
    ),
  );
}

import * as contract from '@twinward/contracts/system/unit';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { createUnitCategory, deleteUnitCategory, updateUnitCategory } from './categories.ts';
import * as display from './display.ts';
import * as service from './service.ts';
import * as write from './write.ts';

export function unitRoutes({ implement }: Routing): void {
  implement(contract.getUnits, ({ actor }) => service.listUnits(actor.tenant.db));
  implement(contract.getUnitCategories, ({ actor }) => service.listUnitCategories(actor.tenant.db));
  implement(contract.listUnitPage, ({ actor, body, query }) =>
    service.listUnitPage(actor.tenant.db, listRequest(body, query)),
  );
  implement(contract.listUnitCategoryPage, ({ actor, body, query }) =>
    service.listUnitCategoryPage(actor.tenant.db, listRequest(body, query)),
  );
  implement(contract.createUnit, ({ actor, body }) => write.createUnit(actor, body));
  implement(contract.updateUnit, ({ actor, params, body }) => write.updateUnit(actor, params.id, body));
  implement(contract.deleteUnit, ({ actor, params }) => write.deleteUnit(actor, params.id));
  implement(contract.getUnitUses, ({ actor, params }) => write.getUnitUses(actor.tenant.db, params.id));
  implement(contract.replaceUnit, ({ actor, params, body }) => write.replaceUnit(actor, params.id, body));
  implement(contract.createUnitCategory, ({ actor, body }) => createUnitCategory(actor, body));
  implement(contract.updateUnitCategory, ({ actor, params, body }) =>
    updateUnitCategory(actor, params.id, body),
  );
  implement(contract.deleteUnitCategory, ({ actor, params }) => deleteUnitCategory(actor, params.id));
  implement(contract.getDisplayUnits, ({ actor }) => display.getDisplayUnits(actor.tenant.db, actor.userId));
  implement(contract.setDisplayUnits, ({ actor, body }) =>
    display.updateDisplayUnits(actor.tenant.db, actor.userId, body),
  );
  implement(contract.getTenantDisplayUnits, ({ actor }) => display.getTenantDisplayUnits(actor.tenant.db));
  implement(contract.setTenantDisplayUnits, ({ actor, body }) =>
    display.updateTenantDisplayUnits(actor, body),
  );
}

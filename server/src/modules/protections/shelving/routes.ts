import { shelveProtections, unshelveProtections } from '@twinward/contracts/protections/shelving';
import type { Routing } from '../../../platform/http/routing.ts';
import { shelve, unshelve } from './service.ts';

export function shelvingRoutes({ implement }: Routing): void {
  implement(shelveProtections, async ({ body, actor }) => ({ changed: await shelve(actor, body) }));
  implement(unshelveProtections, async ({ body, actor }) => ({ changed: await unshelve(actor, body.ids) }));
}

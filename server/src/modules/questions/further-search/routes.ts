import { searchFurther } from '@twinward/contracts/questions/further-search';
import type { Routing } from '../../../platform/http/routing.ts';
import { searchFurtherKinds } from './service.ts';

export function furtherSearchRoutes({ implement }: Routing): void {
  implement(searchFurther, ({ actor, body }) => searchFurtherKinds(actor, body.filters, body.ofEach));
}

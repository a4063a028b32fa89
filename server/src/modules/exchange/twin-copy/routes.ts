import { copyTwin } from '@twinward/contracts/twins/twin';
import type { Routing } from '../../../platform/http/routing.ts';
import { startCopy } from './jobs.ts';

export function twinCopyRoutes({ implement }: Routing): void {
  implement(copyTwin, ({ params, body, actor }) => startCopy(actor, params.id, body.assetIds));
}

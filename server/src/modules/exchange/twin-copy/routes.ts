import { copyTwin } from '@twinward/contracts/twins/twin';
import type { Routing } from '../../../platform/http/routing.ts';
import { startCopy } from './jobs.ts';

export function twinCopyRoutes({ implement }: Routing): void {
  implement(copyTwin, async ({ params, body, actor }) => ({
    commandId: await startCopy(actor, params.id, body.assetIds),
  }));
}

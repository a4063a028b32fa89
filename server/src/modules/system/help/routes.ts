import {
  getHelpSettings,
  getVideoPlayer,
  getVideoSettings,
  setHelpSettings,
  setVideoSettings,
  showVideo,
} from '@twinward/contracts/system/setting';
import type { Tenants } from '../../../platform/database/tenants.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as documentation from './documentation.ts';
import { contentSecurityPolicy, createPlayerAddress, readTicketVideo, renderDocument } from './player.ts';
import * as service from './service.ts';

export function helpRoutes({ implement }: Routing, tenants: Tenants): void {
  implement(getVideoSettings, ({ actor }) => service.getVideoSettings(actor.tenant.db));
  implement(setVideoSettings, ({ actor, body }) => service.updateVideoSettings(actor, body));
  implement(getVideoPlayer, async ({ actor, params }) => ({
    address: await createPlayerAddress(actor, params.id),
  }));
  implement(showVideo, async ({ query, reply }) => {
    const video = await readTicketVideo(tenants, query.database, query.ticket);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy(video, reply.cspNonce))
      .send(renderDocument(video, reply.cspNonce));
  });
  implement(getHelpSettings, ({ actor }) => documentation.getHelpSettings(actor.tenant.db));
  implement(setHelpSettings, ({ actor, body }) => documentation.updateHelpSettings(actor, body));
}

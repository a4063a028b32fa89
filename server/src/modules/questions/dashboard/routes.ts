import {
  copyDashboard,
  createDashboard,
  deleteDashboard,
  getDashboard,
  getStartDashboard,
  listDashboards,
  listDashboardVersions,
  listGroupStarts,
  listReadyMadeDashboards,
  restoreDashboardVersion,
  setGroupStart,
  setStartDashboard,
  updateDashboard,
} from '@twinward/contracts/questions/dashboard';
import {
  getVariableChoices,
  readCard,
  readDashboardCard,
} from '@twinward/contracts/questions/dashboard-data';
import { exportDashboard, importDashboard } from '@twinward/contracts/questions/dashboard-package';
import {
  createDisplay,
  deleteDisplay,
  followDisplay,
  getDisplayContent,
  listDisplays,
} from '@twinward/contracts/questions/display';
import {
  createFigureAlert,
  deleteFigureAlert,
  listFigureAlerts,
  updateFigureAlert,
} from '@twinward/contracts/questions/figure-alert';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import type { LiveEventHub } from '../../../platform/live/live-event-hub.ts';
import { listVariableChoices } from './cards/choices.ts';
import * as cards from './cards/read.ts';
import * as display from './display.ts';
import { streamToDisplay } from './display-stream.ts';
import * as alerts from './figure-alerts.ts';
import * as files from './package.ts';
import * as read from './read.ts';
import * as start from './start.ts';
import * as versions from './versions.ts';
import * as write from './write.ts';

export function dashboardRoutes({ implement }: Routing, hub: LiveEventHub): void {
  implement(listDashboards, ({ actor, body, query }) => read.listDashboards(actor, listRequest(body, query)));
  implement(listReadyMadeDashboards, async () => read.listReadyMade());
  implement(getDashboard, ({ actor, params }) => read.getDashboard(actor, params.id));
  implement(createDashboard, ({ actor, body }) => write.createDashboard(actor, body));
  implement(updateDashboard, ({ actor, params, body }) => write.updateDashboard(actor, params.id, body));
  implement(deleteDashboard, ({ actor, params }) => write.deleteDashboard(actor, params.id));
  implement(copyDashboard, ({ actor, params, body }) => write.copyDashboard(actor, params.id, body.name));
  implement(listDashboardVersions, ({ actor, params }) => versions.listVersions(actor, params.id));
  implement(restoreDashboardVersion, ({ actor, params, body }) =>
    versions.restoreVersion(actor, params.id, params.savedVersion, body.version),
  );
  implement(exportDashboard, ({ actor, params }) => files.exportDashboard(actor, params.id));
  implement(importDashboard, ({ actor, body }) => files.importDashboard(actor, body));
  implement(getStartDashboard, ({ actor }) => start.getStart(actor));
  implement(setStartDashboard, ({ actor, body }) => start.setStart(actor, body.id));
  implement(listGroupStarts, ({ actor }) => start.listGroupStarts(actor.tenant.db));
  implement(setGroupStart, ({ actor, params, body }) => start.setGroupStart(actor, params.name, body.id));
  implement(getVariableChoices, ({ actor, query }) => listVariableChoices(actor.tenant.db, query.find));
  implement(readCard, ({ actor, body }) => cards.readCard(actor, body.card, body));
  implement(readDashboardCard, ({ actor, params, body }) =>
    cards.readDashboardCard(actor, params.id, params.cardId, body),
  );
  implement(listFigureAlerts, ({ actor }) => alerts.listFigureAlerts(actor));
  implement(createFigureAlert, ({ actor, body }) => alerts.createFigureAlert(actor, body));
  implement(updateFigureAlert, ({ actor, params, body }) => alerts.updateFigureAlert(actor, params.id, body));
  implement(deleteFigureAlert, ({ actor, params }) => alerts.deleteFigureAlert(actor, params.id));
  implement(listDisplays, ({ actor }) => display.listDisplays(actor));
  implement(createDisplay, ({ actor, body }) => display.createDisplay(actor, body));
  implement(deleteDisplay, ({ actor, params }) => display.deleteDisplay(actor, params.id));
  implement(getDisplayContent, ({ actor }) => display.getDisplayContent(actor));
  implement(followDisplay, ({ actor, reply }) => streamToDisplay(actor, hub, reply));
}

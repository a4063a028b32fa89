import {
  createReportSubscription,
  deleteReportSubscription,
  listFailedReports,
  listReportSubscriptions,
  sendReport,
  updateReportSubscription,
} from '@twinward/contracts/questions/report-subscription';
import type { Routing } from '../../../platform/http/routing.ts';
import * as subscriptions from './subscriptions.ts';

export function reportRoutes({ implement }: Routing): void {
  implement(listReportSubscriptions, ({ actor }) => subscriptions.listSubscriptions(actor));
  implement(listFailedReports, ({ actor }) => subscriptions.listFailedReports(actor));
  implement(createReportSubscription, ({ actor, body }) => subscriptions.createSubscription(actor, body));
  implement(updateReportSubscription, ({ actor, params, body }) =>
    subscriptions.updateSubscription(actor, params.id, body),
  );
  implement(deleteReportSubscription, ({ actor, params }) =>
    subscriptions.deleteSubscription(actor, params.id),
  );
  implement(sendReport, ({ actor, params }) => subscriptions.askForReport(actor, params.id));
}

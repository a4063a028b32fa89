import { findRoutes } from '../core/route.ts';
import * as advisory from './advisory.ts';
import * as advisoryAttachment from './advisory-attachment.ts';
import * as advisoryBulk from './advisory-bulk.ts';
import * as mailDelivery from './mail-delivery.ts';
import * as notification from './notification.ts';
import * as watch from './watch.ts';

export const advisoriesRoutes = findRoutes(
  advisory,
  advisoryAttachment,
  advisoryBulk,
  mailDelivery,
  notification,
  watch,
);

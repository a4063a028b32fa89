import { findRoutes } from '../core/route.ts';
import * as connection from './connection.ts';
import * as extraction from './extraction.ts';
import * as feedImport from './feed-import.ts';
import * as intake from './intake.ts';
import * as mapping from './mapping.ts';
import * as plant from './plant.ts';
import * as request from './request.ts';
import * as sharing from './sharing.ts';
import * as webhook from './webhook.ts';

export const connectionsRoutes = findRoutes(
  connection,
  mapping,
  extraction,
  intake,
  feedImport,
  plant,
  request,
  sharing,
  webhook,
);

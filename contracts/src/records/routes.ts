import { findRoutes } from '../core/route.ts';
import * as link from './link.ts';
import * as record from './record.ts';
import * as recordAttachment from './record-attachment.ts';
import * as recordImport from './record-import.ts';
import * as recordType from './record-type.ts';
import * as relationship from './relationship.ts';
import * as savedView from './saved-view.ts';
import * as structure from './structure.ts';

export const recordsRoutes = findRoutes(
  recordType,
  record,
  recordAttachment,
  recordImport,
  relationship,
  link,
  structure,
  savedView,
);

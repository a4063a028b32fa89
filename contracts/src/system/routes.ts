import { findRoutes } from '../core/route.ts';
import * as audit from './audit.ts';
import * as demo from './demo.ts';
import * as diskNotice from './disk-notice.ts';
import * as edition from './edition.ts';
import * as firstSteps from './first-steps.ts';
import * as general from './general.ts';
import * as library from './library.ts';
import * as listImport from './list-import.ts';
import * as mail from './mail.ts';
import * as namedListExport from './named-list-export.ts';
import * as setting from './setting.ts';
import * as unit from './unit.ts';
import * as valueList from './value-list.ts';

export const systemRoutes = findRoutes(
  audit,
  demo,
  diskNotice,
  edition,
  firstSteps,
  general,
  library,
  listImport,
  mail,
  namedListExport,
  setting,
  unit,
  valueList,
);

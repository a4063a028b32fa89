import { findRoutes } from '../core/route.ts';
import * as externalSignIn from './external-sign-in.ts';
import * as group from './group.ts';
import * as mcp from './mcp.ts';
import * as secondFactor from './second-factor.ts';
import * as security from './security.ts';
import * as serviceAccount from './service-account.ts';
import * as session from './session.ts';
import * as sessionSetting from './session-setting.ts';
import * as user from './user.ts';

export const accessRoutes = findRoutes(
  externalSignIn,
  group,
  mcp,
  secondFactor,
  security,
  serviceAccount,
  sessionSetting,
  session,
  user,
);

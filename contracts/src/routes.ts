import { getAssets, getAssetTags } from './asset.ts';
import { listAudit } from './audit.ts';
import { cancelCommand, getCommand, listCommands } from './command.ts';
import {
  appendPoints,
  appendTagPoints,
  deletePoints,
  downloadPoints,
  getPoints,
  oldestPoint,
} from './data-point.ts';
import { subscribe } from './event.ts';
import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from './group.ts';
import { importPoints, listRefusedRows } from './import.ts';
import { getMailSettings, listMail, setMailSettings } from './mail.ts';
import { getLevels, getProtection, getTwinProtections, listExcursions } from './protection.ts';
import type { RouteContract } from './route.ts';
import { search } from './search.ts';
import { matchPrincipals, resolvePrincipals, testSecurity } from './security.ts';
import {
  endOtherSessions,
  endOwnSession,
  keepAlive,
  listOwnSessions,
  login,
  logout,
  validateSession,
} from './session.ts';
import { getAppearance, getWatchlistSort, setAppearance, setWatchlistSort } from './setting.ts';
import {
  createTags,
  deleteTag,
  getTag,
  getTagStatus,
  listTags,
  previewTag,
  recalculateTag,
  updateTag,
} from './tag.ts';
import {
  createTagAlias,
  deleteTagAlias,
  getTwinCalculationInputs,
  getTwinTagAliases,
  updateTagAlias,
} from './tag-alias.ts';
import { getTwin, getTwinLevels, listTwins } from './twin.ts';
import {
  createUser,
  getCurrentUser,
  getUser,
  listUsers,
  requestReset,
  resetPassword,
  updateCurrentPassword,
  updateCurrentUser,
  updateUser,
} from './user.ts';
import { getVersion } from './version.ts';
import {
  addSubscription,
  addWatch,
  addWatches,
  getSubscription,
  getWatch,
  listSubscriptions,
  listWatches,
  removeSubscription,
  removeWatch,
  removeWatches,
} from './watch.ts';

/** Every call of the API. The server implements each exactly once. */
export const routes: readonly RouteContract[] = [
  login,
  logout,
  keepAlive,
  validateSession,
  getCurrentUser,
  getVersion,
  listTwins,
  getTwin,
  getTwinLevels,
  getTwinProtections,
  getTwinTagAliases,
  getAssets,
  getAssetTags,
  getTag,
  listTags,
  createTags,
  updateTag,
  deleteTag,
  getTagStatus,
  recalculateTag,
  previewTag,
  createTagAlias,
  updateTagAlias,
  deleteTagAlias,
  getTwinCalculationInputs,
  appendPoints,
  appendTagPoints,
  getPoints,
  downloadPoints,
  deletePoints,
  oldestPoint,
  importPoints,
  listRefusedRows,
  getProtection,
  listExcursions,
  getLevels,
  getCommand,
  listCommands,
  cancelCommand,
  listAudit,
  listOwnSessions,
  endOtherSessions,
  endOwnSession,
  updateCurrentUser,
  updateCurrentPassword,
  getAppearance,
  setAppearance,
  getWatchlistSort,
  setWatchlistSort,
  getMailSettings,
  setMailSettings,
  listMail,
  requestReset,
  resetPassword,
  listUsers,
  getUser,
  createUser,
  updateUser,
  listGroups,
  getGroup,
  createGroup,
  updateGroup,
  deleteGroup,
  resolvePrincipals,
  matchPrincipals,
  testSecurity,
  search,
  listWatches,
  addWatches,
  removeWatches,
  getWatch,
  addWatch,
  removeWatch,
  listSubscriptions,
  getSubscription,
  addSubscription,
  removeSubscription,
  subscribe,
];

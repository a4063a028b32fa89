import { getAssets, getAssetTags } from './asset.ts';
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
import { importPoints, listRefusedRows } from './import.ts';
import { getLevels, getProtection, getTwinProtections, listExcursions } from './protection.ts';
import { listAudit } from './audit.ts';
import { getAppearance, setAppearance, getWatchlistSort, setWatchlistSort } from './setting.ts';
import type { RouteContract } from './route.ts';
import { keepAlive, login, logout, validateSession, listOwnSessions, endOtherSessions, endOwnSession } from './session.ts';
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
import { getCurrentUser, updateCurrentUser, updateCurrentPassword } from './user.ts';
import { getVersion } from './version.ts';

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
  subscribe,
];

import { hasAccess } from '@twinward/contracts/access/access';
import type { Db } from '../../../platform/database/database.ts';
import { getPermissions } from '../../access/user/service.ts';
import { getAlarmReport } from '../../outcomes/alarm-performance/service.ts';
import type { SummaryRequest, SummarySection } from '../../outcomes/notification/service.ts';
import { general, getSystemSetting, getTimeZone } from '../../system/setting/service.ts';
import { getPlantHistory } from '../risk-history/service.ts';
import { getValueSummary } from '../value-ledger/service.ts';
import { alarmSection } from './alarm-section.ts';
import { riskSection } from './risk-section.ts';
import { type Drawable, drawSections } from './section.ts';
import { selectDatabaseName } from './store.ts';
import { valueSection } from './value-section.ts';

export { subscribeIn } from './subscribe.ts';

const year = 365 * 86_400_000;

/**
 * Sections by database and week. They are the same for all readers, and mails of the same time zone are due together.
 */
const recent = new Map<string, Promise<SummarySection[]>>();
const mostRecent = 20;

/** Returns the plant's sections of the weekly summary mail. Empty for a reader without access to the linked pages. */
export async function listWeeklySections(
  db: Db,
  { userId, from, to }: SummaryRequest,
): Promise<SummarySection[]> {
  const reader = await getPermissions(db, userId);
  if (reader === null || !hasAccess(reader, 'apps')) return [];
  const key = `${await selectDatabaseName(db)} ${to.toISOString()}`;
  const known = recent.get(key);
  if (known) return known;
  const sections = readSections(db, from, to);
  recent.set(key, sections);
  for (const oldest of [...recent.keys()].slice(0, -mostRecent)) recent.delete(oldest);
  // Failures are not cached: the calling job is retried.
  sections.catch(() => recent.delete(key));
  return sections;
}

async function readSections(db: Db, from: Date, to: Date): Promise<SummarySection[]> {
  const report = await getAlarmReport(db, from.getTime(), to.getTime());
  const week = await getValueSummary(db, { from: from.getTime(), to: to.getTime() });
  const lately = await getValueSummary(db, { from: to.getTime() - year, to: to.getTime() });
  const { currencySymbol } = await getSystemSetting(db, general);
  // The risk history counts days back from now. The mail is written at the end of its week.
  const risk = [await getPlantHistory(db, 7), await getPlantHistory(db, 30)] as const;
  const sections = [
    riskSection(...risk, currencySymbol),
    alarmSection(report, await getTimeZone(db)),
    valueSection(week, lately, currencySymbol),
  ].filter((section): section is Drawable => section !== null);
  return drawSections(sections);
}

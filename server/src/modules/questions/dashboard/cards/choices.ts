import type { VariableChoices } from '@twinward/contracts/questions/dashboard-data';
import type { Db } from '../../../../platform/database/database.ts';
import { selectClasses, selectSites } from './choice-store.ts';

/** Maximum number of choices in a menu. */
const most = 500;

/**
 * Returns the places and classes of twins for the menus of dashboards, in tree order.
 * @param find part of the name, case-insensitive; empty for all
 */
export async function listVariableChoices(db: Db, find: string): Promise<VariableChoices> {
  const sites = await selectSites(db, find, most);
  const classes = await selectClasses(db, find, most);
  return { sites, classes };
}

import type { Page } from 'playwright-core';
import { stage } from './browser.ts';

/** A page of the product, and what shows that it is all there. */
export interface ProductPage {
  path: string;
  isThere: (page: Page) => Promise<unknown>;
}

/** A page that is there with its title and no more skeletons. */
function titled(path: string, name: string): ProductPage {
  return { path, isThere: (page) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor() };
}

/** A page that is there with one of its parts, found by role and name. */
function holding(path: string, role: Parameters<Page['getByRole']>[0], name: string | RegExp): ProductPage {
  return { path, isThere: (page) => page.getByRole(role, { name }).first().waitFor() };
}

const { machine, pump, advisoryId, analysisId, scenarioId } = stage;
const twin = `/apps/twins/${machine.twinId}`;
const explore = `${twin}/tags/${machine.tagId}/explore`;
const importing = `/apps/twins/${pump.twinId}/tags/${pump.tagId}/explore?import=${pump.tagId}`;

/** Every page that an administrator sees, each checked for accessibility. A new screen adds its line. */
export const pages: readonly ProductPage[] = [
  holding('/home', 'list', 'Newest excursions'),
  holding('/apps/twins?search=engine+00', 'table', 'Twins'),
  holding(twin, 'list', 'Newest excursions'),
  holding(`${twin}/risk`, 'application', 'Probability over time'),
  holding(`${twin}/protection`, 'table', 'Protections'),
  holding(`${twin}/activities`, 'heading', 'Activities'),
  holding('/apps/advisories', 'table', 'Advisories'),
  holding(`/apps/twins/${pump.twinId}/advisories`, 'button', 'New advisory'),
  holding(`/apps/twins/${pump.twinId}/advisories/${advisoryId}`, 'list', 'History'),
  holding(`${twin}/protections`, 'img', /^Very cold: /),
  holding(`${twin}/protections?view=table`, 'table', /^Excursions of /),
  holding('/apps/protections', 'table', 'Protections'),
  holding('/apps/protections/1?search=loss', 'img', /^Very cold: /),
  holding('/apps/protections?show=bad-actors&window=month&until=2014-02-17T12:01:00Z', 'table', 'Bad actors'),
  holding('/apps/protections?show=standing', 'table', 'Standing'),
  titled('/apps/unprotected', 'Unprotected failure modes'),
  holding('/apps/protections/1/edit', 'img', /^Cold: /),
  holding(`/apps/twins/${pump.twinId}/protections/new/edit`, 'heading', 'Preview'),
  holding(`/apps/protections/${machine.twinId}/1/simulation`, 'button', 'Simulate'),
  holding('/apps/riskanalyses', 'table', 'Risk analyses'),
  titled('/apps/riskanalyses/new', 'New analysis'),
  holding(`/apps/riskanalyses/${analysisId}`, 'table', 'By class'),
  holding(`/apps/riskanalyses/${analysisId}/scenarios/${scenarioId}`, 'table', 'Assets of the scenario'),
  holding(`/apps/lifedata?analysis=${analysisId}`, 'table', 'Lives'),
  holding('/settings/benchmarks', 'table', 'Benchmarks'),
  holding(explore, 'table', /^Excursions of /),
  holding(`${explore}?range=day&view=table`, 'table', /^Points of /),
  holding(importing, 'dialog', 'Import data'),
  holding(`${twin}/tags`, 'table', 'Inputs'),
  holding(`${twin}/tags/mapping`, 'list', 'Inputs'),
  titled('/apps/twins/mapping', 'Map many twins'),
  holding(`${twin}/asset`, 'heading', 'Facts'),
  // The first of the demo's engines: the machine has no work.
  holding('/apps/twins/2/work', 'table', 'Work'),
  holding(`/apps/assets/${machine.assetId}/tags/${machine.tagId}`, 'link', 'Explore'),
  holding('/apps/assets/new', 'button', 'Add asset'),
  titled('/account', 'User settings'),
  titled('/apps/watchlist', 'Watchlist'),
  titled('/settings/users', 'Users'),
  titled('/settings/groups', 'Groups'),
  titled('/settings/unit-reviews', 'Units to review'),
  titled('/settings/system', 'System'),
  holding('/notfound?path=/nowhere', 'link', 'Go to Home'),
];

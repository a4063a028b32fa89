import type { Page } from 'playwright-core';
import { stage } from './browser.ts';

/** A page of the product, and how to detect that it is loaded. */
export interface ProductPage {
  path: string;
  isThere: (page: Page) => Promise<unknown>;
}

/** A page that is loaded when it has its title and no skeletons. */
function titled(path: string, name: string): ProductPage {
  return { path, isThere: (page) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor() };
}

/** A page that is loaded when it has an element with a role and name. */
function holding(path: string, role: Parameters<Page['getByRole']>[0], name: string | RegExp): ProductPage {
  return { path, isThere: (page) => page.getByRole(role, { name }).first().waitFor() };
}

const { machine, pump, advisoryId, analysisId, scenarioId, connectionId, webhookId, patternProtectionId } =
  stage;
const twin = `/apps/twins/${machine.twinId}`;
const explore = `${twin}/tags/${machine.tagId}/explore`;
const model = '/apps/library/twin-models/1';
const patterns = `/apps/protections/${patternProtectionId}`;
const records = `/settings/connections/${connectionId}/records`;
const importing = `/apps/twins/${pump.twinId}/tags/${pump.tagId}/explore?import=${pump.tagId}`;

/** Every page that an administrator sees, each checked for accessibility. A new screen adds its line. */
export const pages: readonly ProductPage[] = [
  holding('/home', 'list', 'Newest excursions'),
  holding('/dashboard?id=plant-risk', 'application', /^Map of .* twins/),
  holding('/dashboard?id=engine-fleet', 'list', 'Twins by level'),
  holding('/dashboard?id=work-and-advisories', 'list', 'Advisories by state'),
  holding('/dashboard?id=data-health', 'group', 'Silent twins'),
  holding('/dashboard?id=alarm-performance', 'table', 'Against targets'),
  holding('/apps/twins?search=engine+00', 'table', 'Twins'),
  holding(twin, 'list', 'Newest excursions'),
  holding(`${twin}/risk`, 'application', 'Probability over time'),
  holding(`${twin}/protection`, 'table', 'Protections'),
  holding(`${twin}/activities`, 'heading', 'Activities'),
  holding('/apps/advisories', 'table', 'Advisories'),
  holding(`/apps/twins/${pump.twinId}/advisories`, 'button', 'New advisory'),
  holding(`/apps/twins/${pump.twinId}/advisories/${advisoryId}`, 'list', 'History'),
  holding(`${twin}/protections`, 'img', /^Very cold: /),
  holding(`${twin}/protections/suggest`, 'table', 'Suggested rules'),
  holding(`${twin}/protections?view=table`, 'table', /^Excursions of /),
  holding('/apps/protections', 'table', 'Protections'),
  holding('/apps/protections/1?search=loss', 'img', /^Very cold: /),
  holding('/apps/protections?show=bad-actors&window=month&until=2014-02-17T12:01:00Z', 'table', 'Bad actors'),
  holding('/apps/protections?show=standing', 'table', 'Standing'),
  holding('/apps/alarm-performance?range=year&until=2014-02-17T12:01:00Z', 'table', 'By area'),
  titled('/apps/value-ledger', 'Value ledger'),
  titled('/apps/unprotected', 'Unprotected failure modes'),
  holding('/apps/protections/1/edit', 'img', /^Cold: /),
  holding(`/apps/twins/${pump.twinId}/protections/new/edit`, 'heading', 'Preview'),
  holding(`/apps/protections/${machine.twinId}/1/simulation`, 'button', 'Simulate'),
  holding(`${patterns}/train`, 'application', 'Ranges over the signals'),
  holding(`${patterns}/train2?step=ranges`, 'application', 'Ranges over the signals'),
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
  titled('/apps/library', 'Twin library'),
  titled('/apps/library/twin-models', 'Twin models'),
  titled('/apps/library/remote', 'Models of other installations'),
  holding('/apps/library/twin-models?new=', 'dialog', 'New model'),
  // The first of the models that a tenant is loaded with.
  holding(model, 'table', 'Versions'),
  holding(`${model}/details`, 'heading', 'Parameters'),
  holding(`${model}/risk`, 'table', 'Failure modes'),
  holding(`${model}/protection`, 'table', 'Protections'),
  holding(`${model}/activities`, 'table', 'Activities'),
  holding(`${model}/tags`, 'table', 'Inputs'),
  { path: `${model}/performance`, isThere: (page) => page.getByText('No twins yet.').waitFor() },
  holding(`${model}/assets`, 'button', 'Preview'),
  holding(`${model}/upgrade`, 'button', 'Preview'),
  titled('/tools/records', 'Records'),
  holding('/tools/records?find=liner', 'table', 'Records found'),
  holding('/tools/records?type=inspection', 'table', 'Inspection reports'),
  titled('/tools/querylist', 'Queries'),
  holding('/tools/query/new/edit', 'combobox', 'Data source'),
  titled('/account', 'User settings'),
  titled('/apps/watchlist', 'Watchlist'),
  titled('/settings/users', 'Users'),
  titled('/settings/groups', 'Groups'),
  titled('/settings/service-accounts', 'Service accounts'),
  holding('/settings/recordtypes', 'table', 'Record types'),
  holding('/settings/recordtypes/edit/asset', 'table', 'Built-in fields'),
  holding('/settings/relationships', 'table', 'Relationships'),
  holding('/settings/relationships/add', 'button', 'Add relationship'),
  holding('/settings/structure/list', 'table', 'Structures'),
  titled('/settings/lists', 'Lists'),
  holding('/settings/lists/edit/WORK_REQUEST_TYPES', 'list', 'Items'),
  holding('/settings/uoms', 'table', 'Categories of units'),
  holding('/settings/uoms?category=1', 'group', 'Converter'),
  titled('/settings/unit-reviews', 'Units to review'),
  titled('/settings/connections', 'Connections'),
  titled('/settings/webhooks', 'Webhooks'),
  holding(`/settings/webhooks/${webhookId}`, 'button', 'Send test message'),
  holding('/settings/connections/add?type=opcua', 'button', 'Add connection'),
  holding(records, 'button', 'Read again from the start date'),
  // The system doesn't respond, so the preview shows an error.
  holding(`${records}/equipment`, 'button', 'Retry'),
  holding(`/settings/connections/${connectionId}/log`, 'link', 'Change log level'),
  holding('/settings/exchange', 'button', 'Export a package'),
  titled('/settings/system', 'System'),
  holding('/notfound?path=/nowhere', 'link', 'Go to Home'),
];

import { defaultAlarmTargets } from '@twinward/contracts/protections/alarm-report';
import { importRiskAssets } from '../../modules/risk/risk-analysis-import/jobs.ts';
import { makeAsset } from '../factories.ts';
import { makeWorkbook } from '../workbooks.ts';
import type { Writer } from './writer.ts';

/** Writes of risk analyses, their assets and scenarios. */
export async function writeRisk({ db, write, ask, carryOut }: Writer): Promise<void> {
  const assetId = await makeAsset(db);
  const [analysis] = await write(
    'POST /api/riskanalyses/',
    [],
    [{ name: 'Next year', startDate: '2024-01-01T00:00:00Z', missionTime: 'P1Y' }],
  );
  const { id } = analysis;
  await write('PUT /api/riskanalyses/:id', [id], { description: 'All', version: analysis.version });
  await write('POST /api/riskanalyses/:id/assets', [id], [assetId]);
  await write('PUT /api/riskanalyses/:id/assets/:assetId', [id, assetId], { improve: true, version: 1 });
  const weibull = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' };
  const own = { lifeCycleState: 'new', failureDistributionParameters: weibull };
  const probability = await write(
    'POST /api/riskanalyses/:id/assets/:assetId/probabilities',
    [id, assetId],
    own,
  );
  const at = [id, assetId, probability.id];
  await write('PUT /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId', at, {
    lifeCycleState: null,
    failureDistributionParameters: { ...weibull, shape: 3 },
  });
  await write('PUT /api/riskanalyses/:id/improvements/costs', [id], [{ assetId, cost: 100 }]);
  const effect = { type: 'probability', percent: 5 };
  const option = await write('POST /api/riskanalyses/:id/assets/:assetId/options', [id, assetId], {
    name: 'Replace',
    cost: 10,
    effect,
  });
  const optionAt = [id, assetId, option.id];
  await write('PUT /api/riskanalyses/:id/assets/:assetId/options/:optionId', optionAt, {
    name: 'Renew',
    cost: 20,
    effect,
    version: option.version,
  });
  await write('DELETE /api/riskanalyses/:id/assets/:assetId/options/:optionId', optionAt);
  const scenario = await write('POST /api/riskanalyses/:id/scenarios', [id], { name: 'Better' });
  await write('POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate', [id, scenario.id]);
  await write('DELETE /api/riskanalyses/:id/scenarios/:scenarioId', [id, scenario.id]);
  await write('DELETE /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId', at);
  await write('POST /api/riskanalyses/:id/assets/remove', [id], [assetId]);
  const rows = [
    ['Unique id', 'Name'],
    ['R-1', 'Fan'],
  ];
  const { commandId } = await write('POST /api/riskanalyses/:id/assets/imports', [id], undefined, {
    file: { name: 'assets.xlsx', content: makeWorkbook({ Assets: rows }) },
  });
  await carryOut(commandId, { 'import-risk-analysis-assets': importRiskAssets });
  await write('POST /api/riskanalyses/:id/assets/imports/:commandId/run', [id, commandId]);
  await write('DELETE /api/riskanalyses/:id', [id]);
  const bands = await ask('GET', '/api/settings/riskmatrix');
  await write('PUT /api/settings/riskmatrix', [], { ...bands, consequence: [1, 2, 3, 4] });
  await write('PUT /api/settings/alarm-targets', [], { ...defaultAlarmTargets, standing: 6 });
}

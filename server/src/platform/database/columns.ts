import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import type { CommandType } from '@twinward/contracts/core/command';
import type { SearchType } from '@twinward/contracts/core/search';
import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { DirtyFlag, StaleInput } from '@twinward/contracts/protections/protection';
import type { AdvisoryWork, ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { ImprovementOption } from '@twinward/contracts/risk/improvement';
import type { LifeFitSource } from '@twinward/contracts/risk/life-data';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { AuditAction } from '@twinward/contracts/system/audit';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { BenchmarkLevel } from '@twinward/domain/risk/benchmark';

/**
 * Types of columns that the database schema does not express: JSON documents, and texts and numbers without a
 * CHECK list. Null is added for nullable columns. `npm run rows` reads the column names.
 */
export interface ColumnTypes {
  'advisory.work': AdvisoryWork;
  'advisory_change.from_state': AdvisoryState;
  'advisory_change.to_state': AdvisoryState;
  'audit_entry.action': AuditAction;
  'audit_entry.new': Record<string, unknown>;
  'audit_entry.old': Record<string, unknown>;
  'benchmark_of_taxonomy.distribution': 'none' | 'weibull';
  'benchmark_of_taxonomy.level': BenchmarkLevel;
  'command.input': Record<string, unknown>;
  'command.result': Record<string, unknown>;
  'command.type': CommandType;
  'improvement_option.fit': ImprovementOption['fit'];
  'life_fit.basis': Pick<LifeFitSource, 'title' | 'method' | 'failures' | 'suspensions' | 'request'>;
  'measured_mtbf.basis': MtbfBasis;
  'probability.failure_distribution_parameters': FailureDistributionParameters;
  'protection.dirty_flags': DirtyFlag[];
  'protection.stale_inputs': StaleInput[];
  'protection_alias.settings': Partial<Omit<IntervalSetting, 'tagAliasId'>>;
  'risk_analysis_probability.failure_distribution_parameters': FailureDistributionParameters;
  'scenario.analysis': Scenario['analysis'];
  'scenario.totals': Pick<Scenario, 'total' | 'budget'>;
  'scenario_asset.benchmark_level': BenchmarkLevel;
  'scenario_asset.failure_modes': ScenarioAsset['failureModes'];
  'scenario_asset.options': ScenarioAsset['options'];
  'search_entry.type': SearchType;
  'tag_alias.options': TagAlias['options'];
  'threshold.actions': ThresholdAction[];
  'work_request.request': AdvisoryWork;
}

/** Columns that only triggers write. */
export const triggerColumns: readonly string[] = ['asset.path', 'asset.class_label', 'asset.asset_twin_id'];

/** Columns of views that are never null. PostgreSQL doesn't derive it. */
export const requiredColumns: Readonly<Record<string, readonly string[]>> = {
  benchmark_of_taxonomy: [
    'taxonomy_id',
    'benchmark_id',
    'level',
    'distribution',
    'mtbf_days',
    'shape',
    'characteristic_life',
    'source',
    'is_example',
  ],
  latest_analysis_of_asset: ['asset_id', 'risk_analysis_id', 'risk_analysis_name'],
  protection_of_failure_mode: ['failure_mode_id', 'protection_id', 'name', 'active'],
  taxonomy_entry: ['id', 'category_id', 'category'],
  twin_of_asset: ['asset_id', 'twin_id'],
};

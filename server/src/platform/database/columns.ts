import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import type { NotifiedExcursion } from '@twinward/contracts/advisories/notification';
import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import type { ConnectionState } from '@twinward/contracts/connections/connection';
import type { MappedClass, MappingRule } from '@twinward/contracts/connections/mapping';
import type { CommandType } from '@twinward/contracts/core/command';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';
import type { DirtyFlag, StaleInput } from '@twinward/contracts/protections/protection';
import type {
  AdvisoryWork,
  Rationalization,
  ThresholdAction,
} from '@twinward/contracts/protections/threshold';
import type { DashboardContent } from '@twinward/contracts/questions/dashboard';
import type { NumberSource } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { QueryDefinition, QueryView } from '@twinward/contracts/questions/query-definition';
import type { ReportSubject } from '@twinward/contracts/questions/report-subscription';
import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { RecordState, StateTransition } from '@twinward/contracts/records/record-type';
import type { ViewParameters } from '@twinward/contracts/records/saved-view';
import type { ImprovementOption } from '@twinward/contracts/risk/improvement';
import type { LifeFitSource } from '@twinward/contracts/risk/life-data';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { AuditAction } from '@twinward/contracts/system/audit';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { BenchmarkLevel } from '@twinward/domain/risk/benchmark';
import type { RemoteRecord } from '../../connectors/connector.ts';
import type { ModelBand, ModelInput, TrainingInput } from './pattern-columns.ts';
import type { RecordSlot } from './record-slot.ts';

/**
 * Types of columns that the database schema does not express: JSON documents, and texts and numbers without a
 * CHECK list. Null is added for nullable columns. `npm run rows` reads the column names.
 */
export interface ColumnTypes {
  'activity.fields': FieldValues;
  'advisory.fields': FieldValues;
  'advisory.work': AdvisoryWork;
  'asset.fields': FieldValues;
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
  'connection.configuration': Record<string, unknown>;
  'connection_status.state': ConnectionState;
  'connection_stream.mapping': { rules: MappingRule[]; classes: MappedClass[] };
  'dashboard.content': DashboardContent;
  'dashboard_version.content': DashboardContent;
  'figure_alert.card_values': CardValues;
  'figure_alert.source': NumberSource;
  'failure_mode.fields': FieldValues;
  'held_mail.facts': [heading: string, text: string][];
  'improvement_option.fit': ImprovementOption['fit'];
  'life_fit.basis': Pick<LifeFitSource, 'title' | 'method' | 'failures' | 'suspensions' | 'request'>;
  'measured_mtbf.basis': MtbfBasis;
  'notification.excursion': NotifiedExcursion;
  'pattern_training.input': TrainingInput;
  'pattern_version.bands': (ModelBand | null)[][];
  'pattern_version.evaluation': PatternEvaluation;
  'pattern_version.inputs': ModelInput[];
  'probability.failure_distribution_parameters': FailureDistributionParameters;
  'protection.dirty_flags': DirtyFlag[];
  'protection.fields': FieldValues;
  'protection.stale_inputs': StaleInput[];
  'protection_alias.settings': Partial<Omit<IntervalSetting, 'tagAliasId'>>;
  'query.definition': QueryDefinition;
  'query.view': QueryView;
  'query_version.definition': QueryDefinition;
  'record.fields': FieldValues;
  'record_type.fields': FieldDefinition[];
  'record_type.slots': RecordSlot[];
  'record_type.states': RecordState[];
  'record_type.transitions': StateTransition[];
  'refused_record.record': RemoteRecord;
  'report_subscription.subject': ReportSubject;
  'risk_analysis.fields': FieldValues;
  'risk_analysis_probability.failure_distribution_parameters': FailureDistributionParameters;
  'saved_view.parameters': ViewParameters;
  'scenario.analysis': Scenario['analysis'];
  'scenario.totals': Pick<Scenario, 'total' | 'budget'>;
  'scenario_asset.benchmark_level': BenchmarkLevel;
  'scenario_asset.failure_modes': ScenarioAsset['failureModes'];
  'scenario_asset.options': ScenarioAsset['options'];
  'tag.fields': FieldValues;
  'tag_alias.options': TagAlias['options'];
  'threshold.actions': ThresholdAction[];
  'threshold.rationalization': Rationalization;
  'twin.fields': FieldValues;
  'twin_model_version.definition': ModelDefinition;
  'work.fields': FieldValues;
  'work_request.request': AdvisoryWork;
}

/** Columns that are written only by triggers. */
export const triggerColumns: readonly string[] = ['asset.path', 'asset.class_label', 'asset.asset_twin_id'];

/** Columns of views that are never null, which PostgreSQL does not derive. */
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
  library_model: [
    'id',
    'name',
    'description',
    'active',
    'author',
    'manufacturer',
    'model',
    'access_level',
    'created_at',
    'updated_at',
  ],
  library_state: ['model_count'],
  latest_analysis_of_asset: ['asset_id', 'risk_analysis_id', 'risk_analysis_name'],
  model_of_twin: ['twin_id', 'model_id', 'model_name', 'version_id', 'major', 'minor', 'patch'],
  record_overview: ['type', 'id', 'title'],
  protection_of_failure_mode: ['failure_mode_id', 'protection_id', 'name', 'active'],
  taxonomy_entry: ['id', 'category_id', 'category'],
  twin_of_asset: ['asset_id', 'twin_id'],
};

// Generated from the migrated database by `npm run rows`: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Actions that fired: one for an excursion and a direction. */
export interface ActionFiringTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  threshold_id: number;
  action_id: string;
  type: 'notify' | 'advisory';
  excursion_start: Date;
  direction: 'enter' | 'exit';
  at: Date;
  /** The action as it was when it fired. */
  action: ColumnType<unknown, string, string>;
  created_at: Generated<Date>;
  /** Null until the action has been carried out. */
  handled_at: Date | null;
}

export interface ActivityTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  tag_alias_id: number | null;
  name: string;
  description: Generated<string>;
  /** ISO 8601 duration. */
  duration: string | null;
  cost: number | null;
  resource: Generated<string>;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** What its completed preventive work makes as good as new. */
  renews: Generated<'none' | 'all' | 'failure-modes'>;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['activity.fields'], string | undefined, string>;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

/** The failure modes that the work of an activity renews, where it renews named ones. */
export interface ActivityFailureModeTable {
  activity_id: number;
  failure_mode_id: number;
}

export interface AdvisoryTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  protection_id: number | null;
  threshold_id: number | null;
  /** Created by an action of a threshold, or by a user. */
  source: 'rule' | 'user';
  name: string;
  comment: Generated<string>;
  state: 'draft' | 'submitted' | 'rejected' | 'active' | 'canceled' | 'closed';
  /** Level of the threshold when the advisory was created. */
  level: number | null;
  activity_id: number | null;
  priority: number | null;
  /** ISO 8601 duration from activation. */
  target_horizon: string | null;
  target_at: Date | null;
  work: ColumnType<ColumnTypes['advisory.work'] | null, string | null, string | null>;
  remediation_id: number | null;
  outcome: 'confirmed' | 'prevented' | 'false-alarm' | 'no-action' | null;
  created_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  activated_at: Date | null;
  closed_at: Date | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['advisory.fields'], string | undefined, string>;
}

export interface AdvisoryAttachmentTable {
  id: GeneratedAlways<number>;
  advisory_id: number;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  data: Buffer;
  user_id: number | null;
  created_at: Generated<Date>;
}

export interface AdvisoryChangeTable {
  id: GeneratedAlways<number>;
  advisory_id: number;
  at: Generated<Date>;
  /** Null for a change by the system. */
  user_id: number | null;
  action: string;
  from_state: ColumnTypes['advisory_change.from_state'] | null;
  to_state: ColumnTypes['advisory_change.to_state'] | null;
  reason: Generated<string>;
}

export interface AdvisoryCommentTable {
  id: GeneratedAlways<number>;
  advisory_id: number;
  user_id: number | null;
  text: string;
  created_at: Generated<Date>;
}

export interface AdvisoryFailureModeTable {
  advisory_id: number;
  failure_mode_id: number;
}

export interface AdvisoryOccurrenceTable {
  advisory_id: number;
  start_at: Date;
  created_at: Generated<Date>;
}

export interface AdvisoryReviewerTable {
  advisory_id: number;
  user_id: number | null;
  group_name: string | null;
}

/** What closed advisories were worth, as approved. Whole dollars. */
export interface AdvisoryValueTable {
  advisory_id: number;
  /** When the advisory was closed that was approved: one closed again is to be approved anew. */
  closed_at: Date;
  /** Least that the failure would have cost; null where nothing would have failed. */
  failure_cost_low: number | null;
  /** Most that the failure would have cost; null where nothing would have failed. */
  failure_cost_high: number | null;
  /** What the advisory cost: work, inspection, stops. */
  cost: number;
  note: Generated<string>;
  /** Null after the user was deleted. */
  approved_by: number | null;
  approved_at: Generated<Date>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface AliasMappingTable {
  command_id: string;
  alias_id: number;
  alias_name: string;
  twin_id: number;
  asset_name: string;
  old_tag_id: number | null;
  old_tag_name: string | null;
  new_tag_id: number | null;
  new_tag_name: string | null;
  score: number | null;
  alias_version: number;
  outcome: 'proposed' | 'none' | 'ambiguous' | 'pending' | 'mapped' | 'changed' | 'refused' | 'undone';
  message: string | null;
  /** UCUM code that the input had before: undoing the mapping restores it */
  old_unit: string | null;
}

/** A range of time that a user marked on a chart, with a text. It belongs to a twin or to a tag. */
export interface AnnotationTable {
  id: GeneratedAlways<number>;
  twin_id: number | null;
  tag_id: number | null;
  start_at: Date;
  end_at: Date;
  text: string;
  /** Null for a user who was deleted. */
  created_by: number | null;
  created_at: Generated<Date>;
  /** Null if it was never changed. */
  updated_at: Date | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface AppUserTable {
  id: GeneratedAlways<number>;
  user_name: string;
  email: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  middle_name: Generated<string>;
  time_zone: Generated<string>;
  mobile_phone: string | null;
  enabled: Generated<boolean>;
  system_user: Generated<boolean>;
  is_admin: Generated<boolean>;
  allow_direct_login: Generated<boolean>;
  external: Generated<boolean>;
  password_hash: string | null;
  created_at: Generated<Date>;
  /** Whether the user must change the password before anything else: somebody else set it. */
  password_temporary: Generated<boolean>;
  /** A service account: signs in by no password, and is no user of the lists of users. */
  is_service: Generated<boolean>;
}

export interface AssetTable {
  id: GeneratedAlways<number>;
  unique_id: string;
  asset_name: string;
  technical_number: string | null;
  description: Generated<string>;
  /** False for a location. */
  is_equipment: Generated<boolean>;
  maintenance_plant: string | null;
  planning_plant: string | null;
  department_id: string | null;
  position_id: string | null;
  taxonomy_id: number | null;
  criticality: 'A' | 'B' | 'C' | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  parent_id: number | null;
  /** Ids from the root to the asset itself, as in /7/12/. Maintained by triggers. */
  path: GeneratedAlways<string>;
  /** Captions of its taxonomy entry. Maintained by triggers. */
  class_label: GeneratedAlways<string>;
  /** Its twin. Maintained by triggers. */
  asset_twin_id: GeneratedAlways<number | null>;
  /** From then on it is out of service; may lie ahead. Null: in service. */
  out_of_service_at: Date | null;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['asset.fields'], string | undefined, string>;
  /** Takes the work requested for it; null: the default of the system. */
  connection_id: number | null;
  /** Where it is read from; null: it is of our own. */
  stream_id: number | null;
  /** Key of the record there. */
  stream_key: string | null;
  /** Since when it is no longer there; null: it is. */
  gone_at: Date | null;
}

export interface AssetImportRowTable {
  command_id: string;
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  unique_id: string;
  asset_name: string;
  message: string | null;
}

export interface AssetTagTable {
  asset_id: number;
  tag_id: number;
}

export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  user_id: number | null;
  user_name: string;
  action: ColumnTypes['audit_entry.action'];
  entity_type: string;
  entity_id: string;
  entity_name: string;
  old: ColumnType<ColumnTypes['audit_entry.old'] | null, string | null, string | null>;
  new: ColumnType<ColumnTypes['audit_entry.new'] | null, string | null, string | null>;
}

export interface BenchmarkTable {
  taxonomy_id: number;
  /** How well founded the figures are, 0 to 100. */
  score: number | null;
  distribution: Generated<'none' | 'weibull'>;
  mtbf_days: number;
  shape: number;
  /** Days, calculated from the MTBF and the shape. */
  characteristic_life: number;
  source: string;
  is_example: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

/** The benchmark that applies to an entry of the taxonomy: its own, or the nearest above it. */
export interface BenchmarkOfTaxonomyView {
  taxonomy_id: number;
  benchmark_id: number;
  level: ColumnTypes['benchmark_of_taxonomy.level'];
  score: number | null;
  distribution: ColumnTypes['benchmark_of_taxonomy.distribution'];
  mtbf_days: number;
  shape: number;
  characteristic_life: number;
  source: string;
  is_example: boolean;
}

/** Logic of a calculated tag, and the state of its evaluation. */
export interface CalculationTable {
  tag_id: number;
  logic: Generated<string>;
  /** Raised by triggers with every change of what evaluation depends on. */
  definition_version: Generated<number>;
  /** Definition that the stored points come from; null before the first evaluation. */
  evaluated_version: number | null;
  /** Newest states of the engine, as JSON. */
  tracking: string | null;
  /** Identifies the save of the states. */
  tracking_token: string | null;
  /** Older states of the engine, as JSON. */
  checkpoints: string | null;
  error: string | null;
  /** The command that is recalculating all points. */
  recalculated_by: string | null;
  /** Successive evaluations that exceeded the budget of steps. */
  overruns: Generated<number>;
  /** Since when evaluation is suspended because of overruns. */
  set_aside_at: Date | null;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

/** Calculated tags without logic: how far an input of a pattern protection is from its expected value. A copy of the model, so that the tag outlives the version and the protection. */
export interface CalculationDeviationTable {
  tag_id: number;
  /** Null where it was deleted. */
  protection_id: number | null;
  /** The input of the protection. */
  tag_alias_id: number;
  /** Version of the model. */
  version_number: number;
  /** As pattern_version.expected. */
  expected: Buffer;
  /** Step of the grid in seconds. */
  step_seconds: number;
  /** Inputs in the order of the model: aliases of calculation_input. */
  aliases: string[];
  /** By input, for how many milliseconds a value holds. */
  holds: number[];
  /** Index of the input into aliases, from 0. */
  input: number;
}

export interface CalculationDueTable {
  tag_id: number;
  since: number;
  created_at: Generated<Date>;
  tried_at: Date | null;
}

export interface CalculationInputTable {
  tag_id: number;
  alias: string;
  input_tag_id: number;
  /** A value of the input is scale x the value of the tag + shift. */
  scale: Generated<number>;
  shift: Generated<number>;
  /** UCUM code of the unit in which the input is read; null where it has none */
  unit: string | null;
}

export interface CommandTable {
  id: Generated<string>;
  type: ColumnTypes['command.type'];
  target_type: string;
  target_id: string;
  target_name: string;
  status: Generated<'queued' | 'running' | 'done' | 'error' | 'canceled'>;
  percent: Generated<number>;
  input: ColumnType<ColumnTypes['command.input'], string | undefined, string>;
  result: ColumnType<ColumnTypes['command.result'] | null, string | null, string | null>;
  error: string | null;
  cancel_requested: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
  /** Fencing token: counts the runs. */
  run_token: Generated<number>;
}

/** Tags whose points a command writes. */
export interface CommandTagTable {
  tag_id: number;
  command_id: string;
}

/** Connections to other systems. */
export interface ConnectionTable {
  id: GeneratedAlways<number>;
  name: string;
  type: string;
  connection_group_id: number;
  place: Generated<'server' | 'plant'>;
  /** By the fields of its type, without secrets. */
  configuration: ColumnType<ColumnTypes['connection.configuration'], string, string>;
  /** Secret fields as JSON, sealed; null: none is set. */
  secrets: string | null;
  /** Names of the secret fields that have a value. */
  secrets_set: Generated<string[]>;
  /** SHA-256 of server certificates that a person trusted, hexadecimal. */
  trusted_certificates: Generated<string[]>;
  /** SHA-256 of its token; null: it has none. */
  token_hash: Buffer | null;
  is_paused: Generated<boolean>;
  /** Counts up with each change after which it starts anew: of its configuration, a trusted certificate, or when it is resumed. */
  starts: Generated<number>;
  version: Generated<number>;
}

/** Ranges of source time that are still to be read from the history of the other system. */
export interface ConnectionBackfillTable {
  id: GeneratedAlways<number>;
  connection_group_id: number;
  begins: Date;
  ends: Date;
  /** Up to which it is stored. */
  done_to: Date;
  /** Null: all tags of the group. */
  tag_ids: number[] | null;
  /** Read so far. */
  points: Generated<number>;
  /** Why it can not be read, for the command that asked for it. */
  error: string | null;
  /** The command of a person that asked for it, which may be gone. */
  command_id: string | null;
}

/** Connections of one type that stand in for one another: one of them holds the lease, and delivers. */
export interface ConnectionGroupTable {
  id: GeneratedAlways<number>;
  type: string;
  /** Holder of the lease, or its last holder. */
  connection_id: number | null;
  /** Process that runs the holder; null: none does. */
  runner: string | null;
  /** Counts up each time another runner or connection takes the lease. */
  fence: Generated<number>;
  lease_until: Date | null;
  /** Source time up to which all points of its subscriptions are stored; null: it never ran. */
  live_until: Date | null;
}

/** What connections logged at their level, the last 1,000 entries of each. */
export interface ConnectionLogTable {
  id: GeneratedAlways<number>;
  connection_id: number;
  time: Generated<Date>;
  level: 'error' | 'warn' | 'info' | 'debug';
  message: string;
}

/** What screens ask of a connection; the process that runs it answers. Kept for an hour. */
export interface ConnectionRequestTable {
  id: Generated<string>;
  connection_id: number;
  input: ColumnType<unknown, string, string>;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'canceled'>;
  message: string | null;
  result: ColumnType<unknown, string | undefined, string>;
  runner: string | null;
  asked_by: number | null;
  asked_at: Generated<Date>;
  /** When a process began it; null: none has. */
  taken_at: Date | null;
}

/** Sources that delivered points and feed no tag. */
export interface ConnectionSourceTable {
  connection_group_id: number;
  source: string;
  first_seen: Generated<Date>;
  last_seen: Generated<Date>;
  /** Source time of the latest point. */
  last_time: Date;
  last_value: number | null;
  is_ignored: Generated<boolean>;
}

/** What the runner of a connection last reported. */
export interface ConnectionStateTable {
  connection_id: number;
  state: Generated<'stopped' | 'starting' | 'running' | 'degraded' | 'failed'>;
  message: Generated<string>;
  /** connection.starts of the run that reported; null: none did. */
  starts: number | null;
  since: Generated<Date>;
  /** When it is tried again; null: at once, or not before it is resumed. */
  retry_at: Date | null;
  last_error: string | null;
  last_error_time: Date | null;
  /** Source time of the latest point. */
  last_point_time: Date | null;
  lag_seconds: number | null;
  /** By how much the clock of the other system is ahead. */
  clock_seconds: number | null;
  points_per_second: Generated<number>;
  /** End of the certificate whose expiry administrators were notified of; null: of none. */
  certificate_noticed: Date | null;
  reported_at: Date | null;
  /** When a process at the plant asked for its work last; null: none ever did. */
  seen_at: Date | null;
  /** Points that wait on its disk for the server. */
  spool_points: number | null;
  /** What they take. */
  spool_bytes: number | null;
  /** Bytes that its spool may take. */
  spool_limit: number | null;
  /** The latest minute with points that were pushed; null: none were. */
  pushed_minute: Date | null;
  /** Points that were pushed in that minute. */
  pushed_points: Generated<number>;
  /** Points that were pushed in the minute before it. */
  pushed_points_before: Generated<number>;
  /** When the sheet of its tags was asked for last; null: it never was. */
  tags_exported_at: Date | null;
  /** Tags in that sheet; null: there is none, as the export failed. */
  tags_exported: number | null;
  /** Why the export failed; null: it did not. */
  tags_export_error: string | null;
  /** When the next certificate of its links ends, of the run that reported last; null: none is known. */
  certificate_end: Date | null;
}

/** The last 100 states of each connection. */
export interface ConnectionStatusTable {
  id: GeneratedAlways<number>;
  connection_id: number;
  time: Generated<Date>;
  state: ColumnTypes['connection_status.state'];
  message: string;
}

/** Kinds of records that a group of connections reads, and how far it has come. */
export interface ConnectionStreamTable {
  id: GeneratedAlways<number>;
  connection_group_id: number;
  name: string;
  kind: 'work' | 'asset';
  /** Where fields here get their values; null: as the connector proposes. */
  mapping: ColumnType<ColumnTypes['connection_stream.mapping'] | null, string | null, string | null>;
  /** Fields of its records here that people can not change. */
  owned_fields: Generated<string[]>;
  /** Counts up with every change of the mapping. */
  version: Generated<number>;
  /** Time of the latest change there that is taken; null: none is. */
  watermark: Date | null;
  created: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  gone: Generated<number>;
  /** When all changes had been read last. */
  last_read: Date | null;
  /** When all keys there were compared with those here. */
  last_compared: Date | null;
  last_error: string | null;
  last_error_time: Date | null;
}

/** Belongs to exactly one of an asset, a twin and a failure mode. */
export interface ConsequenceTable {
  id: GeneratedAlways<number>;
  twin_id: number | null;
  value: number;
  scale: Generated<string>;
  description: Generated<string>;
  asset_id: number | null;
  failure_mode_id: number | null;
  library: Generated<boolean>;
}

export interface DashboardTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  /** tenant: everybody who may see the apps opens it. */
  sharing: Generated<'private' | 'tenant'>;
  /** Null once the user is deleted. */
  owner_id: number | null;
  /** Variables, range and cards. */
  content: ColumnType<ColumnTypes['dashboard.content'], string, string>;
  /** Optimistic-lock version. */
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface DashboardVersionTable {
  dashboard_id: number;
  version: number;
  name: string;
  content: ColumnType<ColumnTypes['dashboard_version.content'], string, string>;
  saved_at: Generated<Date>;
  saved_by: number | null;
}

export interface DataPointChunkTable {
  tag_id: number;
  /** Time of the first point, epoch milliseconds. */
  t0: number;
  /** Time of the last point, epoch milliseconds. */
  t1: number;
  /** Number of points. */
  n: number;
  /** Number of points that are good or uncertain; the summaries are over those. */
  valid: number;
  worst_quality: number;
  vmin: number | null;
  vmax: number | null;
  vsum: number | null;
  vfirst: number | null;
  vlast: number | null;
  format: number;
  data: Buffer;
}

export interface DataPointEarlyTable {
  tag_id: number;
  time: number;
  value: number | null;
  quality: number;
}

export interface DataPointHotTable {
  tag_id: number;
  time: number;
  value: number | null;
  quality: number;
}

/** Where work is requested unless the twin or asset names a connection. */
export interface DefaultConnectionTable {
  system: 'SAP' | 'HEXAGON' | 'MAXIMO';
  connection_id: number;
}

export interface DemoLoadTable {
  data_set: string;
  loaded_at: Generated<Date>;
}

/** Records that the demo made: clearing the demo deletes them. A row may outlive its record. */
export interface DemoRecordTable {
  kind: 'asset' | 'twin' | 'tag' | 'input' | 'protection' | 'failure mode' | 'activity' | 'marked range' | 'work' | 'record' | 'record type' | 'risk analysis' | 'query' | 'dashboard' | 'twin model';
  record_id: number;
}

/** How far the demo is replayed; no row: it is not. */
export interface DemoReplayTable {
  is_only: Generated<boolean>;
  /** When the demo was loaded: the time from which the recordings are placed. */
  anchor: Date;
  /** Up to which points and work are written. */
  replayed_until: Date;
  /** Records that the replay feeds, and a gap that is still to be filled. */
  state: ColumnType<unknown, string | undefined, string>;
}

/** When the disk of the database was full, as administrators were notified: kept for 30 days. */
export interface DiskNoticeTable {
  from_at: Date;
  until_at: Date;
}

export interface DisplayTable {
  id: GeneratedAlways<number>;
  name: string;
  /** SHA-256 of its token. */
  token_hash: Buffer;
  /** Made it; the display has their rights. */
  user_id: number;
  /** Ids, or names of dashboards of the product. */
  dashboards: string[];
  /** How long each dashboard is shown. */
  seconds: number;
  created_at: Generated<Date>;
  expires_at: Date;
  /** To the hour; null for one that was never opened. */
  last_seen_at: Date | null;
}

/** The newest simulation of a draft, one for each model. */
export interface DraftSimulationTable {
  model_id: number;
  command_id: string;
  range_start: Date;
  range_end: Date;
  /** Checksum of the draft that is simulated: of another one the results are stale. */
  seen: string;
}

/** What a draft came to on each asset. */
export interface DraftSimulationAssetTable {
  command_id: string;
  asset_id: number;
  outcome: Generated<'waiting' | 'simulated' | 'refused'>;
  /** Why it was refused. */
  message: string | null;
  /** Parts that the draft and the twin both changed: the twin's were simulated. */
  conflicts: Generated<number>;
  /** Of each protection what the twin's logic and the draft's found. */
  protections: ColumnType<unknown, string | undefined, string>;
}

export interface EarlyNoticeTable {
  tag_id: number;
  at: Date;
}

export interface EmailChangeTable {
  user_id: number;
  token_hash: Buffer;
  email: string;
  expires_at: Date;
}

export interface EvaluationDueTable {
  protection_id: number;
  since: number | null;
  created_at: Generated<Date>;
  tag_ids: Generated<number[]>;
  /** Of each tag in tag_ids the earliest point that is new or changed, epoch milliseconds. */
  from_times: Generated<string[]>;
  tried_at: Date | null;
  parked: string | null;
  parked_since: number | null;
}

export interface ExcursionTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  threshold_id: number;
  start_at: Date;
  /** Null while open. */
  end_at: Date | null;
  /** When evaluation learned of the start, in the time of the points. */
  start_known_at: Date;
  /** When evaluation learned of the end, in the time of the points. */
  end_known_at: Date | null;
  /** Its start was announced, or is not to be. */
  announced: Generated<boolean>;
  /** Start of the excursion that it continues: later points split an announced one, whose end is announced with the last; null: none. */
  continues_at: Date | null;
}

export interface ExternalSignInTable {
  key_hash: Buffer;
  kind: 'pending' | 'ticket';
  /** Hash of the cookie of the browser that began the sign-in. */
  browser_hash: Buffer;
  data: ColumnType<unknown, string, string>;
  expires_at: Date;
}

export interface FailureModeTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  name: string;
  description: Generated<string>;
  /** ISO 14224 code. */
  mechanism: string | null;
  /** ISO 14224 code. */
  cause: string | null;
  /** ISO 8601 duration. */
  pf_interval: string | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['failure_mode.fields'], string | undefined, string>;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

export interface FailureModeProtectionTable {
  failure_mode_id: number;
  protection_id: number;
}

/** The result of each row of an imported sheet of the tags that a connection feeds. */
export interface FeedImportRowTable {
  command_id: string;
  /** From 1, that of the heading included. */
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  /** Of the tag. */
  name: string;
  source: string;
  /** Why the row is refused; null for others. */
  message: string | null;
}

export interface FigureAlertTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  /** The figure, tag or query. */
  source: ColumnType<ColumnTypes['figure_alert.source'], string, string>;
  /** What the figure is narrowed to: site, class, twin, range. */
  card_values: ColumnType<ColumnTypes['figure_alert.card_values'], string, string>;
  direction: 'above' | 'below';
  limit_value: number;
  /** The figure is back once it has reached this; null: the limit. */
  release_value: number | null;
  /** Whether the limit is crossed. */
  is_over: Generated<boolean>;
  /** When it was last read; null before, and where there is none. */
  value: number | null;
  checked_at: Date | null;
  /** When the last try to read the figure failed; null after it was read. */
  failed_at: Date | null;
  /** Why the last try failed, for its reader. */
  failure: string | null;
}

/** A figure was at an earlier time what it is now without the changes since then. Kept by triggers. */
export interface FigureChangeTable {
  /** As in kept_figure. */
  figure: string;
  /** Deleted with the twin by a trigger: a foreign key would lock twins while evaluation writes. */
  twin_id: number;
  /** Of an advisory that will be overdue: its target date, which is ahead. */
  at: Date;
  change: number;
}

/** The dashboard that the members of a group start with. */
export interface GroupDashboardTable {
  group_name: string;
  /** Id, or the name of a dashboard of the product. */
  dashboard: string;
}

export interface GroupRecordTypeTable {
  group_name: string;
  record_type: string;
}

/** Notifications that wait for the next mail to their user. */
export interface HeldMailTable {
  id: GeneratedAlways<number>;
  user_id: number;
  twin_id: number | null;
  message: string;
  /** Path of the related page. */
  url: string | null;
  /** Lines of the mail, each a heading and a text, with times in the time zone of the user. */
  facts: ColumnType<ColumnTypes['held_mail.facts'], string, string>;
  /** A new one of the same grouping replaces the one before. */
  grouping: string | null;
  /** How many it stands for. */
  group_count: Generated<number>;
  time_stamp: Date;
  due_at: Date;
}

/** Calls with an Idempotency-Key, kept for a day. */
export interface IdempotentCallTable {
  user_id: number;
  /** Method and path as the contract has them. */
  call: string;
  key: string;
  /** SHA-256 of the address and the body, sealed, as a body may have a password; of a form with a file, its length. */
  request_hash: string;
  /** The attempt that may make something; another takes its place when it seems to be dead. */
  run: string;
  started_at: Generated<Date>;
  /** Set in the transaction that makes something. */
  committed: Generated<boolean>;
  /** Of the answer; null while it runs. */
  status: number | null;
  /** JSON, sealed, as it may have a token; null: it has not answered. */
  answer: string | null;
}

export interface ImportPieceTable {
  file_id: string;
  position: number;
  data: Buffer;
  created_at: Generated<Date>;
}

export interface ImportRefusedRowTable {
  command_id: string;
  line: number;
  reason: string;
}

export interface ImprovementOptionTable {
  id: GeneratedAlways<number>;
  risk_analysis_id: number;
  asset_id: number;
  /** Null: of the asset as a whole. */
  failure_mode_id: number | null;
  name: string;
  /** Whole dollars. Null: unknown. */
  cost: number | null;
  effect: 'life' | 'probability';
  /** Of the new life. Null: that of the asset or failure mode. */
  shape: number | null;
  /** New characteristic life, ISO 8601. */
  scale: string | null;
  /** New probability by the end of the analysis. */
  percent: number | null;
  /** The life data that the life was fitted to. Null: it was entered. */
  fit: ColumnType<ColumnTypes['improvement_option.fit'] | null, string | null, string | null>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

/** Inputs whose unit an upgrade replaced by that of their tag */
export interface InputUnitReviewTable {
  tag_alias_id: number;
  /** UCUM code that the input had, and that nothing was converted to */
  old_unit: string;
  /** UCUM code of the tag at the upgrade, which the input got */
  new_unit: string;
  created_at: Generated<Date>;
  /** Null while nobody has reviewed it */
  reviewed_at: Date | null;
  reviewed_by: number | null;
}

export interface JobWorkerTable {
  worker_id: string;
  process_key: number;
  started_at: Generated<Date>;
}

/** The figures whose changes are kept. */
export interface KeptFigureTable {
  figure: string;
  /** What changed before it is not kept. */
  known_since: Generated<Date>;
}

/** The newest analysis of an asset. */
export interface LatestAnalysisOfAssetView {
  asset_id: number;
  risk_analysis_id: number;
  risk_analysis_name: string;
}

export interface LevelChangeTable {
  protection_id: number;
  at: Date;
  level: number;
  driving_threshold_id: number | null;
}

/** Models of the library, without private ones. */
export interface LibraryModelView {
  id: number;
  name: string;
  description: string;
  active: boolean;
  taxonomy_id: number | null;
  author: string;
  manufacturer: string;
  model: string;
  access_level: string;
  created_at: Date;
  updated_at: Date;
  /** Major, minor and patch with dots; null before the first is published. */
  newest_version: string | null;
}

/** One row: the models that have a published version, without private ones. */
export interface LibraryStateView {
  model_count: number;
  /** Of the newest version; null without one. */
  published_at: Date | null;
}

export interface LifeFitTable {
  id: GeneratedAlways<number>;
  twin_id: number | null;
  taxonomy_id: number | null;
  risk_analysis_id: number | null;
  asset_id: number | null;
  shape: number;
  /** ISO 8601 duration. */
  scale: string;
  basis: ColumnType<ColumnTypes['life_fit.basis'], string, string>;
  created_by: number | null;
  created_at: Generated<Date>;
}

/** What became, or would become, of each row of a file of items of a list. */
export interface ListImportRowTable {
  command_id: string;
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  category: string;
  caption: string;
  message: string | null;
}

export interface MailTable {
  id: GeneratedAlways<number>;
  message_id: Generated<string>;
  recipient: string;
  subject: string;
  /** Null once a confidential mail was sent. */
  text: string | null;
  confidential: boolean;
  status: Generated<'queued' | 'sent' | 'kept' | 'failed'>;
  attempts: Generated<number>;
  error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
  /** The same as the text, as HTML, with its pictures as cid:NAME; null for a mail of text alone. */
  html: string | null;
}

/** The pictures of mails, as PNG. */
export interface MailPictureTable {
  mail_id: number;
  position: number;
  /** Its content id, and its file name without the extension. */
  name: string;
  /** What it shows, for those who do not see it. */
  description: string;
  data: Buffer;
}

export interface MarkedRangeTable {
  id: GeneratedAlways<number>;
  start_at: Date;
  end_at: Date;
  note: Generated<string>;
  created_by: number | null;
  created_at: Generated<Date>;
  twin_id: number;
  /** Null: not known; the range counts for every protection of the twin. */
  failure_mode_id: number | null;
  /** Time of the failure, after the start and up to the end; null where it is not known. */
  failed_at: Date | null;
}

export interface MeasuredMtbfTable {
  asset_id: number;
  /** ISO 8601 duration. */
  mtbf: string | null;
  /** ISO 8601 duration. */
  previous_mtbf: string | null;
  calculated_at: Date;
  basis: ColumnType<ColumnTypes['measured_mtbf.basis'], string, string>;
}

/** The model of each twin that was made of one, with the version that the twin is at. */
export interface ModelOfTwinView {
  twin_id: number;
  model_id: number;
  model_name: string;
  version_id: number;
  major: number;
  minor: number;
  patch: number;
}

/** What becomes of each asset that a command puts a model on. */
export interface ModelPlacementTable {
  command_id: string;
  asset_id: number;
  outcome: 'proposed' | 'has-twin' | 'placed' | 'refused' | 'left-out';
  message: string | null;
  twin_id: number | null;
  /** Of each input its name, tag, score and problem. */
  inputs: ColumnType<unknown, string | undefined, string>;
  missing_parameters: Generated<string[]>;
}

/** What becomes of each twin that a command upgrades. */
export interface ModelUpgradeTable {
  command_id: string;
  twin_id: number;
  from_version_id: number;
  to_version_id: number;
  taken: number;
  kept: number;
  conflicts: number;
  outcome: 'proposed' | 'conflict' | 'upgraded' | 'changed' | 'refused' | 'left-out' | 'undone';
  message: string | null;
  /** Checksum of the twin's definition when the upgrade was previewed. */
  seen: string;
  /** The twin's definition before the upgrade; null before it is applied. */
  before: ColumnType<unknown | null, string | null, string | null>;
  /** Checksum of the twin's definition after the upgrade: a twin that was changed since is not taken back. */
  after: string | null;
}

export interface NotificationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  twin_id: number | null;
  source_type: string;
  type: string;
  message: string;
  url: string | null;
  grouping: string | null;
  group_count: Generated<number>;
  read: Generated<boolean>;
  /** False for one that is only mailed. */
  in_app: boolean;
  time_stamp: Date;
  created_at: Generated<Date>;
  /** The excursion that it is about, as it was then; null for other kinds, and for older ones. */
  excursion: ColumnType<ColumnTypes['notification.excursion'] | null, string | null, string | null>;
}

export interface NotificationAggregateTable {
  user_id: number;
  period: 'daily' | 'weekly';
  since: Date;
  due_at: Date;
}

export interface NotificationEventTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  threshold_id: number;
  direction: 'enter' | 'exit';
  at: Date;
  /** Action of the threshold; null for an excursion of a twin with subscribers. */
  action: ColumnType<unknown | null, string | null, string | null>;
}

/** Imports of packages. */
export interface PackageImportTable {
  id: GeneratedAlways<number>;
  /** The command that made it, which may be gone. */
  command_id: string;
  file_name: string;
  /** Name of the database that the package was made in. */
  source: string;
  /** By which it was signed, DER (SPKI), base64; null: it was not signed. */
  public_key: string | null;
  imported_at: Generated<Date>;
  imported_by: number | null;
  created: number;
  updated: number;
  /** The package that takes it back. */
  inverse: Buffer;
  /** SHA-256 of each record that it wrote, by kind and key, as it was afterwards. */
  after: ColumnType<unknown, string, string>;
  rolled_back_at: Date | null;
  rolled_back_by: number | null;
}

/** What an import would do with each record of a package that was checked. */
export interface PackageRowTable {
  command_id: string;
  position: number;
  kind: string;
  /** Natural key. */
  key: string;
  action: 'create' | 'update' | 'skip' | 'conflict';
  /** Of an update, path and both values of each. */
  differences: ColumnType<unknown, string | undefined, string>;
  /** Why the record is in conflict. */
  message: string | null;
}

/** The result of each row of an imported file of values of parameters. */
export interface ParameterImportRowTable {
  command_id: string;
  /** From 1, that of the heading included. */
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  asset_unique_id: string;
  parameter: string;
  /** Why the row is refused; null for others. */
  message: string | null;
}

export interface PasskeyTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  host: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface PasswordResetTable {
  token_hash: Buffer;
  user_id: number;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
}

/** A pattern of a set. The default one is No match: what is like none of the others. */
export interface PatternTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  position: number;
  name: string;
  is_default: Generated<boolean>;
  /** As in #1E88E5. */
  color: string;
}

/** The answer of the model in service, as changes: each holds until the next. */
export interface PatternAnswerChangeTable {
  protection_id: number;
  at: Date;
  /** Null: no answer. */
  pattern_id: number | null;
  /** Whether the trees named another pattern, and the gate refused it. */
  refused: boolean;
}

/** What people say of answers. */
export interface PatternFeedbackTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  start_at: Date;
  end_at: Date;
  /** The pattern that was answered. */
  answer_id: number | null;
  is_right: boolean;
  /** The pattern that it was. */
  pattern_id: number | null;
  user_id: number | null;
  created_at: Generated<Date>;
}

/** A stretch of time given to a pattern. Those of a set overlap none: checked with the set locked. */
export interface PatternRangeTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  pattern_id: number;
  /** Inclusive. */
  start_at: Date;
  /** Exclusive. */
  end_at: Date;
}

/** The patterns of a pattern protection with their ranges and settings. */
export interface PatternSetTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Training ranges lie from here on; null: anywhere. */
  training_start: Date | null;
  /** Training ranges lie before; null: anywhere. */
  training_end: Date | null;
  strictness: Generated<'lenient' | 'normal' | 'strict'>;
  /** Least share of the votes for a pattern, 0 to 1; below it the answer is No match. */
  confidence: Generated<number>;
  /** Step of the grid in seconds; null: the median interval of the slowest input. */
  step_seconds: number | null;
  /** Xen condition over inputs of the protection: no training and no answer while it is not true; null: always. */
  condition: string | null;
  /** The condition with the ids of its inputs in place of their names: what the checksum is of. */
  condition_key: string | null;
  /** Share of answers that the gate may refuse, 0 to 1, before a notice. */
  most_refused: Generated<number>;
  /** Share of judged answers that may be wrong, 0 to 1, before a notice. */
  most_wrong: Generated<number>;
  /** The model that answers; null before the first training. */
  version_in_service_id: number | null;
  /** When the fit of the model in service was last checked; null: never. */
  fit_checked_at: Date | null;
  /** Number of the version of which was notified that it no longer fits; null while it fits. */
  unfit_version: number | null;
}

/** The latest training of a set. */
export interface PatternTrainingTable {
  pattern_set_id: number;
  command_id: string;
  requested_at: Generated<Date>;
  requested_by: number | null;
  status: Generated<'queued' | 'initializing' | 'processing' | 'finalizing' | 'done' | 'error' | 'canceled'>;
  status_at: Generated<Date>;
  percent: Generated<number>;
  log: Generated<string[]>;
  /** pattern_checksum when it was asked for. */
  checksum: string;
  /** What it trains on, as of the request: a restart trains on the same. */
  input: ColumnType<ColumnTypes['pattern_training.input'], string, string>;
  error: string | null;
  /** Of the version that it made; null until it is done. */
  version_number: number | null;
}

/** Users who are notified when the training ends; emptied then. */
export interface PatternTrainingWatcherTable {
  pattern_set_id: number;
  user_id: number;
}

/** A trained model. */
export interface PatternVersionTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  /** From 1, by set. */
  number: number;
  /** Of the inputs, patterns, ranges and settings it was trained on: pattern_checksum at the start of the training. */
  checksum: string;
  /** As serialised by domain/src/patterns/serialize.ts. */
  model: Buffer;
  /** SHA-256 of the model, hexadecimal. */
  model_checksum: string;
  /** Step of its grid in seconds. */
  step_seconds: number;
  /** Lengths of its windows in steps, ascending. */
  windows: number[];
  strictness: 'lenient' | 'normal' | 'strict';
  condition: string | null;
  /** In the order of the model: {tagAliasId, hold, mean, standardDeviation}; hold: milliseconds for which a value holds. */
  inputs: ColumnType<ColumnTypes['pattern_version.inputs'], string, string>;
  /** Pattern by class of the model, the default one first. */
  pattern_ids: number[];
  /** By class and input: the 5 % and the 95 % quantile of the values, [low, high]; null without a value. */
  bands: ColumnType<ColumnTypes['pattern_version.bands'], string, string>;
  /** How it fares on held-out ranges. */
  evaluation: ColumnType<ColumnTypes['pattern_version.evaluation'], string, string>;
  created_at: Generated<Date>;
  created_by: number | null;
  /** When it was last put in service. */
  applied_at: Date | null;
  /** Expected values learned on the ranges of No match, as serialised by domain/src/patterns/expected-bytes.ts; null with fewer than 50 complete rows of it, or a single input. */
  expected: Buffer | null;
  /** Name of the asset that a model from the library was trained on; null for one that was trained on this twin. */
  trained_on: string | null;
}

export interface PointChangeTable {
  id: GeneratedAlways<number>;
  tag_ids: number[];
  from_times: string[];
  created_at: Generated<Date>;
}

/** Belongs to exactly one of an asset, a twin and a failure mode. */
export interface ProbabilityTable {
  id: GeneratedAlways<number>;
  twin_id: number | null;
  /** Whole percent. */
  value: number | null;
  failure_distribution: Generated<'none' | 'weibull'>;
  failure_distribution_parameters: ColumnType<ColumnTypes['probability.failure_distribution_parameters'], string, string>;
  asset_id: number | null;
  failure_mode_id: number | null;
  /** Whole percent at the end of a risk analysis. */
  risk_analysis_value: number | null;
  library: Generated<boolean>;
}

export interface ProtectionTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  name: string;
  description: Generated<string>;
  type: 'condition' | 'activity' | 'pattern';
  active: Generated<boolean>;
  default_level: Generated<number>;
  start_date: Date | null;
  updated_at: Generated<Date>;
  /** Result of the last evaluation. */
  level: number | null;
  /** Result of the last evaluation. */
  driving_threshold_id: number | null;
  evaluated_at: Date | null;
  /** Result of the last evaluation. */
  stale: Generated<boolean>;
  /** Why the last evaluation failed. */
  error: string | null;
  /** Saved states of the engine, as JSON. */
  tracking: string | null;
  /** Identifies the save of the states. */
  tracking_token: string | null;
  /** When the passing of time alone can next change the result. */
  next_change_at: Date | null;
  /** Raised by triggers with every change of what evaluation depends on. */
  definition_version: Generated<number>;
  /** Older states of the engine, as JSON. */
  checkpoints: string | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** What changed since the last evaluation. */
  dirty_flags: Generated<ColumnTypes['protection.dirty_flags']>;
  /** Successive evaluations that exceeded the budget of steps. */
  overruns: Generated<number>;
  /** Since when evaluation is suspended because of overruns. */
  set_aside_at: Date | null;
  live_since: Generated<Date>;
  /** Result of the last evaluation: the stale inputs, each {alias, since, hadPoints} with an ISO 8601 time. */
  stale_inputs: ColumnType<ColumnTypes['protection.stale_inputs'], string | undefined, string>;
  /** Result of the last evaluation: since when every watched input is stale; null where one is not, or none is watched. */
  silent_since: Date | null;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['protection.fields'], string | undefined, string>;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

export interface ProtectionAliasTable {
  protection_id: number;
  tag_alias_id: number;
  /** How often the input is expected; empty without settings. */
  settings: ColumnType<ColumnTypes['protection_alias.settings'], string | undefined, string>;
}

export interface ProtectionInputTable {
  protection_id: number;
  alias: string;
  tag_id: number;
}

/** The protections of each failure mode. */
export interface ProtectionOfFailureModeView {
  failure_mode_id: number;
  protection_id: number;
  name: string;
  active: boolean;
}

export interface ProtectionStateTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  state: 'shelved' | 'silent';
  /** Of silence: since when the inputs were stale. */
  begin_at: Date;
  /** Null while it lasts; of silence: when evaluation met data again. */
  end_at: Date | null;
  /** Of a shelving: until when it was shelved. */
  planned_end_at: Date | null;
  /** Of a shelving. */
  reason: string | null;
  /** Who shelved it; null after the user was deleted. */
  user_id: number | null;
}

export interface ProtectionStateStartTable {
  singleton: Generated<boolean>;
  /** What ended before it is not kept. */
  known_since: Generated<Date>;
}

/** Saved queries. */
export interface QueryTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  /** Folders inside one another are separated by /; empty: none. */
  folder: Generated<string>;
  /** private: its owner runs it; tenant: everybody who may read records. */
  sharing: Generated<'private' | 'tenant'>;
  definition: ColumnType<ColumnTypes['query.definition'], string, string>;
  /** Name of the type of its records, or series. Copied from the definition for lists. */
  source: string;
  /** Copied from the definition for lists. */
  view: ColumnTypes['query.view'];
  owner_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface QueryFavoriteTable {
  query_id: number;
  user_id: number;
}

/** The last day on which a user ran a query. */
export interface QueryUseTable {
  query_id: number;
  user_id: number;
  last_used_on: string;
}

/** The latest versions of each query. */
export interface QueryVersionTable {
  query_id: number;
  version: number;
  name: string;
  definition: ColumnType<ColumnTypes['query_version.definition'], string, string>;
  saved_by: number | null;
  saved_at: Generated<Date>;
}

/** Records of custom types. The columns n1 to b16 repeat the values of indexed fields, as the slots of the type say. */
export interface RecordTable {
  id: GeneratedAlways<number>;
  type_id: number;
  /** Names the record; made from the title template of its type. */
  title: string;
  state: string | null;
  /** Values by the names of their fields; a field without a value is absent. */
  fields: ColumnType<ColumnTypes['record.fields'], string | undefined, string>;
  created_at: Generated<Date>;
  /** User id without a foreign key, which would be checked for each imported row. */
  created_by: number | null;
  updated_at: Generated<Date>;
  /** User id, as created_by. */
  updated_by: number | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  n1: number | null;
  n2: number | null;
  n3: number | null;
  n4: number | null;
  n5: number | null;
  n6: number | null;
  n7: number | null;
  n8: number | null;
  n9: number | null;
  n10: number | null;
  n11: number | null;
  n12: number | null;
  n13: number | null;
  n14: number | null;
  n15: number | null;
  n16: number | null;
  n17: number | null;
  n18: number | null;
  n19: number | null;
  n20: number | null;
  n21: number | null;
  n22: number | null;
  n23: number | null;
  n24: number | null;
  n25: number | null;
  n26: number | null;
  n27: number | null;
  n28: number | null;
  n29: number | null;
  n30: number | null;
  n31: number | null;
  n32: number | null;
  t1: string | null;
  t2: string | null;
  t3: string | null;
  t4: string | null;
  t5: string | null;
  t6: string | null;
  t7: string | null;
  t8: string | null;
  t9: string | null;
  t10: string | null;
  t11: string | null;
  t12: string | null;
  t13: string | null;
  t14: string | null;
  t15: string | null;
  t16: string | null;
  t17: string | null;
  t18: string | null;
  t19: string | null;
  t20: string | null;
  t21: string | null;
  t22: string | null;
  t23: string | null;
  t24: string | null;
  t25: string | null;
  t26: string | null;
  t27: string | null;
  t28: string | null;
  t29: string | null;
  t30: string | null;
  t31: string | null;
  t32: string | null;
  d1: string | null;
  d2: string | null;
  d3: string | null;
  d4: string | null;
  d5: string | null;
  d6: string | null;
  d7: string | null;
  d8: string | null;
  d9: string | null;
  d10: string | null;
  d11: string | null;
  d12: string | null;
  d13: string | null;
  d14: string | null;
  d15: string | null;
  d16: string | null;
  b1: boolean | null;
  b2: boolean | null;
  b3: boolean | null;
  b4: boolean | null;
  b5: boolean | null;
  b6: boolean | null;
  b7: boolean | null;
  b8: boolean | null;
  b9: boolean | null;
  b10: boolean | null;
  b11: boolean | null;
  b12: boolean | null;
  b13: boolean | null;
  b14: boolean | null;
  b15: boolean | null;
  b16: boolean | null;
}

export interface RecordAttachmentTable {
  id: GeneratedAlways<number>;
  /** Record of a custom type; null for one of the system's own types. */
  record_id: number | null;
  /** Name of a field of kind attachment; null for the record itself. */
  field: string | null;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  data: Buffer;
  user_id: number | null;
  created_at: Generated<Date>;
  asset_id: number | null;
  twin_id: number | null;
  tag_id: number | null;
  work_id: number | null;
  advisory_id: number | null;
  failure_mode_id: number | null;
  protection_id: number | null;
  risk_analysis_id: number | null;
  activity_id: number | null;
}

export interface RecordImportRowTable {
  command_id: string;
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  title: string;
  message: string | null;
}

export interface RecordLinkTable {
  id: GeneratedAlways<number>;
  relationship_id: number;
  from_type_id: number;
  from_type: string;
  to_type_id: number;
  to_type: string;
  /** Of the relationship. */
  cardinality: string;
  from_asset_id: number | null;
  from_twin_id: number | null;
  from_tag_id: number | null;
  from_work_id: number | null;
  from_advisory_id: number | null;
  from_failure_mode_id: number | null;
  from_protection_id: number | null;
  from_risk_analysis_id: number | null;
  from_activity_id: number | null;
  from_record_id: number | null;
  to_asset_id: number | null;
  to_twin_id: number | null;
  to_tag_id: number | null;
  to_work_id: number | null;
  to_advisory_id: number | null;
  to_failure_mode_id: number | null;
  to_protection_id: number | null;
  to_risk_analysis_id: number | null;
  to_activity_id: number | null;
  to_record_id: number | null;
  /** The id of the from side, whatever its type. */
  from_id: GeneratedAlways<number>;
  /** The id of the to side, whatever its type. */
  to_id: GeneratedAlways<number>;
  created_at: Generated<Date>;
}

/** The last number of each auto-number field; its row lock keeps numbers unique. */
export interface RecordNumberTable {
  type_id: number;
  field: string;
  /** Year or month in which the numbers count, as in 2026-03; empty where they never start again. */
  period: string;
  last: number;
}

/** Every record that can be linked, with its title. */
export interface RecordOverviewView {
  type: string;
  id: number;
  title: string;
  /** Distinguishes records of one title. */
  detail: string | null;
  /** The twin on whose pages the record is shown. */
  twin_id: number | null;
  asset_id: number | null;
  /** Of assets: false for a location. */
  is_equipment: boolean | null;
}

/** Reminders that were sent: each is sent once for a date. */
export interface RecordReminderTable {
  /** Id in the table of the type, without a foreign key: rows are deleted once their day is no longer looked at. */
  record_id: number;
  field: string;
  day: string;
  days_before: number;
  type_id: number;
}

/** Records whose search entries a job has to write: those of imports and changes of many. */
export interface RecordSearchDueTable {
  /** Without a foreign key, which would be checked for each imported row; rows of deleted records go with the next run of the job. */
  record_id: number;
}

/** The tags that a field of records feeds, one for each asset. */
export interface RecordTagTable {
  type_id: number;
  field: string;
  asset_id: number;
  tag_id: number;
}

/** Types of records: the system's own, whose own fields are fixed, and custom ones. */
export interface RecordTypeTable {
  id: GeneratedAlways<number>;
  /** Identifier; case is kept, and ignored where names are compared. */
  name: string;
  caption: string;
  plural_caption: Generated<string>;
  description: Generated<string>;
  icon: Generated<string>;
  is_system: Generated<boolean>;
  /** Whether only users who have the type assigned read its records. */
  restricted: Generated<boolean>;
  /** Takes no new records. */
  deprecated: Generated<boolean>;
  /** {name} stands for the value of a field; empty for the first text. */
  title_template: Generated<string>;
  /** The first is that of a new record; empty where the type has no states. */
  states: ColumnType<ColumnTypes['record_type.states'], string | undefined, string>;
  transitions: ColumnType<ColumnTypes['record_type.transitions'], string | undefined, string>;
  /** Definitions in the order of the form; of a system type its further fields. */
  fields: ColumnType<ColumnTypes['record_type.fields'], string | undefined, string>;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Which columns of record hold the values of which indexed fields; of custom types. */
  slots: ColumnType<ColumnTypes['record_type.slots'], string | undefined, string>;
}

export interface RecoveryCodeTable {
  user_id: number;
  code_hash: Buffer;
}

/** Records of other systems that could not be taken yet; tried again. */
export interface RefusedRecordTable {
  stream_id: number;
  key: string;
  record: ColumnType<ColumnTypes['refused_record.record'], string, string>;
  message: string;
  tried_at: Generated<Date>;
}

export interface RelationshipTable {
  id: GeneratedAlways<number>;
  /** Identifier. */
  name: string;
  caption: string;
  description: Generated<string>;
  from_type_id: number;
  /** Name of the record type. */
  from_type: string;
  to_type_id: number;
  /** Name of the record type. */
  to_type: string;
  /** one-many: a record of to_type is linked to at most one of from_type. */
  cardinality: 'one-one' | 'one-many' | 'many-many';
  /** Heads the linked records on a record of from_type. */
  from_caption: string;
  /** Heads the linked records on a record of to_type. */
  to_caption: string;
  /** What happens when a linked record of from_type is deleted. */
  from_on_delete: 'block' | 'unlink';
  /** What happens when a linked record of to_type is deleted. */
  to_on_delete: 'block' | 'unlink';
  /** Part of the product, and locked. */
  standard: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface ReportSubscriptionTable {
  id: GeneratedAlways<number>;
  user_id: number;
  /** A dashboard with its values, or a query with its parameters. */
  subject: ColumnType<ColumnTypes['report_subscription.subject'], string, string>;
  /** Of the dashboard or query, when it was last read. */
  name: string;
  period: 'daily' | 'weekly' | 'monthly';
  hour: number;
  /** IANA name. */
  time_zone: string;
  next_at: Date;
  /** When the last mail was written; null before the first. */
  last_at: Date | null;
  /** Whether its user asked for a mail beside the schedule. */
  is_asked: Generated<boolean>;
  /** When the last try failed; null after a mail was written. */
  failed_at: Date | null;
  /** Why the last try failed, for its reader. */
  failure: string | null;
  /** The number of tries that failed since the last mail. */
  failures: Generated<number>;
}

export interface RiskAnalysisTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  start_date: Date | null;
  end_date: Date | null;
  /** ISO 8601 duration. */
  mission_time: string | null;
  probability_threshold: Generated<number>;
  owner_id: number | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  updated_at: Generated<Date>;
  /** Total over its assets. */
  asset_count: Generated<number>;
  /** Total over its assets. */
  over_threshold: Generated<number>;
  /** Maximum over its assets. */
  maximum_consequence: number | null;
  /** Total over its assets. */
  risk: number | null;
  /** Set until a job has recalculated all its assets; stays set when that job was stopped. */
  is_outdated: Generated<boolean>;
  /** Hash of the inputs that scenarios use; null while it is not known. */
  fingerprint: string | null;
  /** The midnight in the time zone of the plant to which survival is given; null until calculated. */
  as_of: Date | null;
  /** Total over its assets. */
  conditional_risk: number | null;
  /** Assets with a risk but none given survival. */
  without_conditional: Generated<number>;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['risk_analysis.fields'], string | undefined, string>;
}

/** An asset of an analysis: its inputs, and the figures that the server calculates from them. */
export interface RiskAnalysisAssetTable {
  risk_analysis_id: number;
  asset_id: number;
  improve: Generated<boolean>;
  improve_description: Generated<string>;
  /** Cost of a failure in this analysis; null: that of the twin or the asset. */
  own_consequence: number | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  probability_source: 'analysis' | 'twin' | 'asset' | 'failure-modes' | null;
  consequence_source: 'analysis' | 'twin' | 'asset' | 'failure-modes' | null;
  distribution: 'none' | 'weibull' | null;
  shape: number | null;
  /** Characteristic life, ISO 8601 duration. */
  scale: string | null;
  /** Characteristic life in days. */
  scale_days: number | null;
  library: Generated<boolean>;
  /** Days that the asset runs within the analysis. */
  days: number | null;
  /** Percent, before rounding down to a whole one. */
  percent: number | null;
  probability_value: number | null;
  consequence_value: number | null;
  risk: number | null;
  /** Days by which the characteristic life exceeds that of the benchmark. */
  comparative_days: number | null;
  opportunity: boolean | null;
  improve_cost: number | null;
  /** Hash of the inputs that scenarios use. */
  fingerprint: string | null;
  /** Percent of failing by the end, given survival to as_of of the analysis, before rounding down. */
  conditional_percent: number | null;
  conditional_value: number | null;
  conditional_risk: number | null;
  /** The last renewal of the asset, or its start; its age counts from here. */
  renewed_at: Date | null;
  /** A repair is open: there is no probability given survival. */
  under_repair: Generated<boolean>;
}

export interface RiskAnalysisImportRowTable {
  command_id: string;
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  unique_id: string;
  asset_name: string;
  message: string | null;
}

/** Its ids come from the sequence of the table probability. */
export interface RiskAnalysisProbabilityTable {
  id: Generated<number>;
  risk_analysis_id: number;
  asset_id: number;
  /** Null: of the asset as a whole. */
  failure_mode_id: number | null;
  failure_distribution: 'none' | 'weibull';
  failure_distribution_parameters: ColumnType<ColumnTypes['risk_analysis_probability.failure_distribution_parameters'], string, string>;
  library: Generated<boolean>;
}

export interface RiskHistoryTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  /** Null: the row is of the twin as a whole. */
  failure_mode_id: number | null;
  asset_id: number;
  /** Of the asset or the failure mode, when the row was written. */
  name: string;
  /** First day of these figures. */
  from_day: string;
  /** First day on which they no longer hold; null while they do. */
  until_day: string | null;
  /** Whole percent at the end of the day. */
  probability: number | null;
  /** Cost of a failure; null for a twin without one of its own. */
  consequence: number | null;
  /** Money; null where a probability or consequence is missing. */
  risk: number | null;
  /** Of a twin: its highest of the day; null for a failure mode. */
  level: number | null;
}

export interface RiskHistoryStateTable {
  singleton: Generated<boolean>;
  /** Before it there is no history. */
  first_day: string;
  /** The day whose beginning was recorded last; levels of earlier days are final. */
  recorded_day: string;
}

/** Filters, sort and columns of the list of a record type, or of another list. */
export interface SavedViewTable {
  id: GeneratedAlways<number>;
  /** The record type; null for another list. */
  type_id: number | null;
  caption: string;
  /** Query parameters of the page of the list. */
  parameters: ColumnType<ColumnTypes['saved_view.parameters'], string, string>;
  /** The user who sees it; null for a shared view. */
  private_to: number | null;
  created_by: number | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** The name of a list that shows no records of a type. */
  list: string | null;
}

export interface ScenarioTable {
  id: GeneratedAlways<number>;
  risk_analysis_id: number;
  name: string;
  created_by: number | null;
  created_at: Generated<Date>;
  analysis: ColumnType<ColumnTypes['scenario.analysis'], string, string>;
  /** Totals of the scenario, and the choice under a budget. */
  totals: ColumnType<ColumnTypes['scenario.totals'], string, string>;
  /** That of the analysis when the scenario was made; null: made by an earlier release. */
  fingerprint: string | null;
}

export interface ScenarioAssetTable {
  scenario_id: number;
  asset_id: number;
  asset_name: string;
  taxonomy: string;
  /** Whether it was marked to be improved, or had options. */
  improve: boolean;
  no_effect: string | null;
  /** Whole dollars. */
  cost: number | null;
  days: number | null;
  shape: number | null;
  /** Characteristic life in days. */
  scale_days: number | null;
  improved_shape: number | null;
  /** Characteristic life in days. */
  improved_scale_days: number | null;
  benchmark_days: number | null;
  benchmark_level: ColumnTypes['scenario_asset.benchmark_level'] | null;
  /** Percent, before rounding down. */
  percent: number | null;
  probability_value: number | null;
  /** Percent, before rounding down. */
  improved_percent: number | null;
  improved_probability_value: number | null;
  consequence_value: number | null;
  risk: number | null;
  improved_risk: number | null;
  failure_modes: ColumnType<ColumnTypes['scenario_asset.failure_modes'], string | undefined, string>;
  /** Options by which the asset is improved. Empty where it stays as it is. */
  options: ColumnType<ColumnTypes['scenario_asset.options'], string | undefined, string>;
  /** Whether the benchmark was an example. */
  benchmark_is_example: Generated<boolean>;
}

/** Maintained by triggers only. */
export interface SearchEntryTable {
  type: number;
  record_id: number;
  name: string;
  detail: string;
  /** In lower case. */
  search_text: string;
  asset_id: number | null;
  /** What the record is also known by: the id of an asset, the caption of a tag; null: nothing else. */
  second_name: string | null;
}

export interface SecondFactorChallengeTable {
  id_hash: Buffer;
  user_id: number;
  kind: 'sign-in' | 'totp' | 'passkey';
  data: ColumnType<unknown, string, string>;
  attempts: Generated<number>;
  expires_at: Date;
}

/** What a service account is beside its user, who has its name, groups and record types. */
export interface ServiceAccountTable {
  user_id: number;
  description: Generated<string>;
  /** read, write, administer: what its tokens may do within its rights. */
  scopes: string[];
  /** User name. */
  created_by: string;
  created_at: Generated<Date>;
  /** To the minute; null for one that never made a call. */
  last_used_at: Date | null;
}

/** Tokens of service accounts: the newest, and for some hours the one before. */
export interface ServiceTokenTable {
  id: GeneratedAlways<number>;
  user_id: number;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface SessionTable {
  id_hash: Buffer;
  user_id: number;
  created_at: Generated<Date>;
  expires_at: Date;
  /** Identifies the session to its user. */
  public_id: Generated<string>;
  address: Generated<string>;
  user_agent: Generated<string>;
}

export interface ShelvingTable {
  protection_id: number;
  until: Date;
  since: Generated<Date>;
  /** Who shelved it; null after the user was deleted. */
  user_id: number | null;
  reason: string;
}

export interface SignInAddressTable {
  user_id: number;
  address: string;
  last_at: Generated<Date>;
}

export interface SignInFailureTable {
  kind: 'pair' | 'name' | 'address';
  user_name: string;
  address: string;
  failures: Generated<number>;
  last_at: Generated<Date>;
  blocked_until: Date | null;
}

export interface SimulationTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  command_id: string | null;
  created_by: number | null;
  created_at: Generated<Date>;
  range_start: Date;
  range_end: Date;
  status: Generated<'queued' | 'initializing' | 'processing' | 'finalizing' | 'done' | 'error'>;
  percent: Generated<number>;
  status_at: Generated<Date>;
  completed_at: Date | null;
  definition_version: number;
  /** What is simulated, as it was when the simulation was requested. */
  input: ColumnType<unknown, string, string>;
  result: ColumnType<unknown | null, string | null, string | null>;
  /** States and checkpoints of the engine, as JSON. */
  tracking: string | null;
  log: Generated<string[]>;
  error: string | null;
}

/** The answers that a simulation found, in pieces. */
export interface SimulationAnswerTable {
  simulation_id: number;
  piece: number;
  /** Epoch milliseconds, ascending over all pieces. */
  at: string[];
  /** Null: no answer. */
  pattern_id: number[];
  refused: boolean[];
}

export interface SimulationExcursionTable {
  /** Without a foreign key: a trigger deletes the rows of a deleted simulation. */
  simulation_id: number;
  variant: number;
  threshold: number;
  start_at: Date;
  end_at: Date | null;
  start_known_at: Date;
  end_known_at: Date | null;
  change: 'gained' | 'lost' | 'moved' | null;
}

/** Levels that the saved logic led to, in pieces; the first is the one that held at the start of the range. */
export interface SimulationLevelTable {
  simulation_id: number;
  piece: number;
  /** Epoch milliseconds, ascending over all pieces. */
  at: string[];
  level: number[];
  /** Indexes of the driving thresholds; null where the level is the default. */
  driving: number[];
}

/** Points that are set aside under an id of their own until a command finishes. */
export interface StagedSeriesTable {
  id: GeneratedAlways<number>;
  owner: string;
}

/** The tag for the work of an asset, by the code of its type in the other system. */
export interface StreamTagTable {
  connection_group_id: number;
  asset_id: number;
  type: string;
  tag_id: number;
}

export interface StructureTable {
  id: GeneratedAlways<number>;
  /** Identifier. */
  name: string;
  caption: string;
  description: Generated<string>;
  /** Part of the product, and locked. */
  standard: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface StructureRelationshipTable {
  structure_id: number;
  /** From 0. A record that several relationships put below others stands where the first of them puts it. */
  position: number;
  relationship_id: number;
  /** Of the relationship. */
  cardinality: string;
}

export interface SubscriptionTable {
  user_id: number;
  twin_id: number;
  created_at: Generated<Date>;
}

export interface SystemSettingTable {
  name: string;
  value: ColumnType<unknown, string, string>;
}

export interface TagTable {
  id: GeneratedAlways<number>;
  name: string;
  caption: string;
  description: Generated<string>;
  keywords: Generated<string[]>;
  type: 'calculated' | 'data_point' | 'work';
  /** UCUM code. */
  unit: string | null;
  source: string | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['tag.fields'], string | undefined, string>;
  /** Connections that feed it by its source; null: none does. */
  connection_group_id: number | null;
  /** value = factor x delivered + value_offset. */
  factor: Generated<number>;
  value_offset: Generated<number>;
}

export interface TagAliasTable {
  id: GeneratedAlways<number>;
  /** Owner: either a twin or a calculated tag. */
  twin_id: number | null;
  /** Owner: either a twin or a calculated tag. */
  calculated_tag_id: number | null;
  mapped_tag_id: number | null;
  type: 'work' | 'data_point';
  name: string;
  description: Generated<string>;
  keywords: Generated<string[]>;
  /** UCUM code. */
  unit: string | null;
  options: ColumnType<ColumnTypes['tag_alias.options'], string | undefined, string>;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Alias of the twin whose mapping this input of a calculated tag follows. */
  follows_alias_id: number | null;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

/** Ranges for which the other system has no history, so that points are missing for good. */
export interface TagGapTable {
  tag_id: number;
  begins: Date;
  ends: Date;
}

export interface TagImportRowTable {
  command_id: string;
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  name: string;
  caption: string;
  message: string | null;
}

export interface TaxonomyTable {
  id: GeneratedAlways<number>;
  level: 'category' | 'class' | 'type';
  parent_id: number | null;
  caption: string;
  category_id: number;
  class_id: number | null;
  type_id: number | null;
}

/** An entry of the taxonomy with the captions of the levels above it. */
export interface TaxonomyEntryView {
  id: number;
  category_id: number;
  category: string;
  class_id: number | null;
  class: string | null;
  type_id: number | null;
  type: string | null;
}

export interface ThresholdTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  position: number;
  name: string;
  alias: string | null;
  type: Generated<'expression' | 'script'>;
  logic: string;
  level: number | null;
  log_excursion: Generated<boolean>;
  /** Milliseconds. */
  on_delay: Generated<number>;
  /** Milliseconds. */
  off_delay: Generated<number>;
  deadband: Generated<number>;
  actions: ColumnType<ColumnTypes['threshold.actions'], string | undefined, string>;
  /** Cause, consequence, response and time to respond (ISO 8601) of its alarm; null while none is stated. */
  rationalization: ColumnType<ColumnTypes['threshold.rationalization'] | null, string | null, string | null>;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

export interface TotpFactorTable {
  user_id: number;
  secret: string;
  last_step: number;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface TwinTable {
  id: GeneratedAlways<number>;
  asset_id: number;
  description: Generated<string>;
  technical_number: string | null;
  active: Generated<boolean>;
  start_date: Date | null;
  /** ISO 8601 duration. */
  mission_time: string | null;
  /** Highest level of its active protections; null before the first evaluation. Written by evaluation only. */
  level: number | null;
  /** Optimistic-lock version, which changes of its probability and consequence raise too. */
  version: Generated<number>;
  /** Since when the protections at its level are all silent; null where one is not. Written by evaluation only. */
  silent_since: Date | null;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['twin.fields'], string | undefined, string>;
  /** The version of the model that it was made of or upgraded to; null without a model. */
  model_version_id: number | null;
  /** Takes the work requested for it; null: that of the asset. */
  connection_id: number | null;
}

export interface TwinAdvisoryCountTable {
  twin_id: number;
  state: string;
  count: number;
}

/** Models of the library: what twins of a class of asset are made of. */
export interface TwinModelTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  /** False: retired. */
  active: Generated<boolean>;
  /** The category, class or type of asset that it is for. */
  taxonomy_id: number | null;
  author: Generated<string>;
  manufacturer: Generated<string>;
  /** Of the manufacturer. */
  model: Generated<string>;
  access_level: Generated<'private' | 'tenant' | 'shared'>;
  /** Loaded with the tenant. */
  is_starter: Generated<boolean>;
  /** Sees it while it is private. Null once the user is deleted. */
  created_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Optimistic-lock version; counts changes of its draft too. */
  version: Generated<number>;
}

export interface TwinModelVersionTable {
  id: GeneratedAlways<number>;
  model_id: number;
  state: 'draft' | 'published';
  major: number;
  minor: number;
  patch: number;
  notes: Generated<string>;
  /** Never changed once it is published. */
  definition: ColumnType<ColumnTypes['twin_model_version.definition'], string, string>;
  published_at: Date | null;
  /** Null for a draft, or once the user is deleted. */
  published_by: number | null;
}

/** The twin of each asset that has one. */
export interface TwinOfAssetView {
  asset_id: number;
  twin_id: number;
}

/** Constants of a twin that its logic and texts name. */
export interface TwinParameterTable {
  twin_id: number;
  name: string;
  description: Generated<string>;
  kind: 'number' | 'interval';
  /** UCUM code; null for an interval and a plain number. */
  unit: string | null;
  /** A number, or a length of time as ISO 8601; null: it has none yet. */
  value: ColumnType<'number' | 'string' | null, string | null, string | null>;
  /** Id of the part of the twin's model; null for one of its own. */
  model_part: number | null;
}

export interface UnitTable {
  id: GeneratedAlways<number>;
  category_id: number;
  /** UCUM code, case sensitive. */
  code: string;
  name: string;
  abbreviation: string;
  description: Generated<string>;
  is_standard: Generated<boolean>;
  is_base: Generated<boolean>;
  /** A value in the base unit of the category is (value + shift) * factor. */
  factor: number;
  shift: Generated<number>;
  /** Not offered for new choices. */
  is_deprecated: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface UnitCategoryTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  is_standard: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface UnloggedExcursionTable {
  protection_id: number;
  threshold_id: number;
  start_at: Date;
  end_at: Date | null;
  start_known_at: Date;
  end_known_at: Date | null;
  announced: boolean;
  /** As of excursion. */
  continues_at: Date | null;
}

export interface UserGroupTable {
  name: string;
  caption: string;
  description: Generated<string>;
  standard: Generated<boolean>;
}

export interface UserGroupMemberTable {
  user_id: number;
  group_name: string;
}

export interface UserRecordTypeTable {
  user_id: number;
  record_type: string;
}

export interface UserSettingTable {
  user_id: number;
  name: string;
  value: ColumnType<unknown, string, string>;
}

export interface ValueListTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  /** C for text, N for numbers. */
  data_type: Generated<'C' | 'N'>;
  categories: Generated<string[]>;
  /** Comes with the product. */
  is_standard: Generated<boolean>;
  /** Plain: values with captions. Coloured: names with colours. Simple: names. */
  kind: Generated<'plain' | 'coloured' | 'simple'>;
  /** The codes are those of a standard: no item is added or removed. */
  has_fixed_items: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface ValueListItemTable {
  id: GeneratedAlways<number>;
  list_id: number;
  category: string | null;
  position: number;
  /** What is stored and sent; the caption in a coloured or simple list. */
  value: string;
  caption: string;
  description: Generated<string>;
  /** As #E0E0E0; null unless the list is coloured. */
  color: string | null;
  /** Preselected in forms. */
  is_default: Generated<boolean>;
  /** Comes with the product: value and category are fixed. */
  is_standard: Generated<boolean>;
  /** Not offered for new choices. */
  is_deprecated: Generated<boolean>;
}

export interface WatchTable {
  user_id: number;
  twin_id: number;
  created_at: Generated<Date>;
}

export interface WebhookTable {
  id: GeneratedAlways<number>;
  name: string;
  url: string;
  events: string[];
  /** Null: every level. */
  minimum_level: number | null;
  twin_ids: Generated<number[]>;
  asset_ids: Generated<number[]>;
  /** JSON, sealed: the secret that signs, and the one before it. */
  secrets: string | null;
  /** Until when the secret before signs, too. */
  replaced_until: Date | null;
  is_paused: Generated<boolean>;
  /** Paused by the product after a day of failures. */
  is_stopped: Generated<boolean>;
  /** Of messages that were not taken; null: the last one was. */
  failing_since: Date | null;
  /** Why it fails or was stopped. */
  message: Generated<string>;
  last_delivered_at: Date | null;
  created_at: Generated<Date>;
}

/** Tries to deliver messages. */
export interface WebhookAttemptTable {
  id: GeneratedAlways<number>;
  message_id: number;
  at: Date;
  milliseconds: number;
  /** HTTP; null: there was no answer. */
  status: number | null;
  /** The begin of the answer, or why there was none. */
  answer: string;
}

/** Outbox and log of webhooks. */
export interface WebhookMessageTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  /** By which the receiver tells messages apart; the same at every try. */
  key: Generated<string>;
  /** What is sent once, such as the begin of an excursion; null: anything. */
  source: string | null;
  type: string;
  /** JSON, as it is signed and sent. */
  body: string;
  /** waiting, delivered or failed. */
  state: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  created_at: Generated<Date>;
}

export interface WorkTable {
  id: GeneratedAlways<number>;
  tag_id: number;
  name: string;
  description: Generated<string>;
  planned_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  /** Whole dollars. */
  cost: number | null;
  kind: 'corrective' | 'preventive' | 'condition-based' | 'inspection' | 'modification' | 'other';
  /** Number of its order, unique within the tag. */
  number: string | null;
  /** Milliseconds. */
  duration: number | null;
  resource: Generated<string>;
  /** ISO 14224 code. */
  failure_mechanism: string | null;
  /** ISO 14224 code. */
  failure_cause: string | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Values of further fields by their names. */
  fields: ColumnType<ColumnTypes['work.fields'], string | undefined, string>;
  /** Where it is read from; null: it is of our own. */
  stream_id: number | null;
  /** Key of the record there. */
  stream_key: string | null;
  /** Key of the work request that it came from; null: none is known. */
  request_key: string | null;
  /** Since when it is no longer there; null: it is. */
  gone_at: Date | null;
}

export interface WorkImportRowTable {
  command_id: string;
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  tag_name: string;
  work_name: string;
  message: string | null;
}

export interface WorkRequestTable {
  id: GeneratedAlways<number>;
  advisory_id: number;
  idempotency_key: Generated<string>;
  request: ColumnType<ColumnTypes['work_request.request'], string, string>;
  sent_at: Date | null;
  number: string | null;
  status: string | null;
  error: string | null;
  created_at: Generated<Date>;
  /** Where it is sent; chosen before the first try and kept. Null: none takes it. */
  connection_id: number | null;
  /** Tries so far, the successful one too. */
  attempts: Generated<number>;
  /** Not tried before; null: at once. */
  retry_at: Date | null;
  /** A run is trying it, and no other one does before. */
  taken_until: Date | null;
  /** When its state there was last read. */
  checked_at: Date | null;
  /** Of the work there; null: not known. */
  phase: 'open' | 'completed' | 'canceled' | null;
  url: string | null;
}

/** The tables and views of a tenant's database. */
export interface Tables {
  action_firing: ActionFiringTable;
  activity: ActivityTable;
  activity_failure_mode: ActivityFailureModeTable;
  advisory: AdvisoryTable;
  advisory_attachment: AdvisoryAttachmentTable;
  advisory_change: AdvisoryChangeTable;
  advisory_comment: AdvisoryCommentTable;
  advisory_failure_mode: AdvisoryFailureModeTable;
  advisory_occurrence: AdvisoryOccurrenceTable;
  advisory_reviewer: AdvisoryReviewerTable;
  advisory_value: AdvisoryValueTable;
  alias_mapping: AliasMappingTable;
  annotation: AnnotationTable;
  app_user: AppUserTable;
  asset: AssetTable;
  asset_import_row: AssetImportRowTable;
  asset_tag: AssetTagTable;
  audit_entry: AuditEntryTable;
  benchmark: BenchmarkTable;
  benchmark_of_taxonomy: BenchmarkOfTaxonomyView;
  calculation: CalculationTable;
  calculation_deviation: CalculationDeviationTable;
  calculation_due: CalculationDueTable;
  calculation_input: CalculationInputTable;
  command: CommandTable;
  command_tag: CommandTagTable;
  connection: ConnectionTable;
  connection_backfill: ConnectionBackfillTable;
  connection_group: ConnectionGroupTable;
  connection_log: ConnectionLogTable;
  connection_request: ConnectionRequestTable;
  connection_source: ConnectionSourceTable;
  connection_state: ConnectionStateTable;
  connection_status: ConnectionStatusTable;
  connection_stream: ConnectionStreamTable;
  consequence: ConsequenceTable;
  dashboard: DashboardTable;
  dashboard_version: DashboardVersionTable;
  data_point_chunk: DataPointChunkTable;
  data_point_early: DataPointEarlyTable;
  data_point_hot: DataPointHotTable;
  default_connection: DefaultConnectionTable;
  demo_load: DemoLoadTable;
  demo_record: DemoRecordTable;
  demo_replay: DemoReplayTable;
  disk_notice: DiskNoticeTable;
  display: DisplayTable;
  draft_simulation: DraftSimulationTable;
  draft_simulation_asset: DraftSimulationAssetTable;
  early_notice: EarlyNoticeTable;
  email_change: EmailChangeTable;
  evaluation_due: EvaluationDueTable;
  excursion: ExcursionTable;
  external_sign_in: ExternalSignInTable;
  failure_mode: FailureModeTable;
  failure_mode_protection: FailureModeProtectionTable;
  feed_import_row: FeedImportRowTable;
  figure_alert: FigureAlertTable;
  figure_change: FigureChangeTable;
  group_dashboard: GroupDashboardTable;
  group_record_type: GroupRecordTypeTable;
  held_mail: HeldMailTable;
  idempotent_call: IdempotentCallTable;
  import_piece: ImportPieceTable;
  import_refused_row: ImportRefusedRowTable;
  improvement_option: ImprovementOptionTable;
  input_unit_review: InputUnitReviewTable;
  job_worker: JobWorkerTable;
  kept_figure: KeptFigureTable;
  latest_analysis_of_asset: LatestAnalysisOfAssetView;
  level_change: LevelChangeTable;
  library_model: LibraryModelView;
  library_state: LibraryStateView;
  life_fit: LifeFitTable;
  list_import_row: ListImportRowTable;
  mail: MailTable;
  mail_picture: MailPictureTable;
  marked_range: MarkedRangeTable;
  measured_mtbf: MeasuredMtbfTable;
  model_of_twin: ModelOfTwinView;
  model_placement: ModelPlacementTable;
  model_upgrade: ModelUpgradeTable;
  notification: NotificationTable;
  notification_aggregate: NotificationAggregateTable;
  notification_event: NotificationEventTable;
  package_import: PackageImportTable;
  package_row: PackageRowTable;
  parameter_import_row: ParameterImportRowTable;
  passkey: PasskeyTable;
  password_reset: PasswordResetTable;
  pattern: PatternTable;
  pattern_answer_change: PatternAnswerChangeTable;
  pattern_feedback: PatternFeedbackTable;
  pattern_range: PatternRangeTable;
  pattern_set: PatternSetTable;
  pattern_training: PatternTrainingTable;
  pattern_training_watcher: PatternTrainingWatcherTable;
  pattern_version: PatternVersionTable;
  point_change: PointChangeTable;
  probability: ProbabilityTable;
  protection: ProtectionTable;
  protection_alias: ProtectionAliasTable;
  protection_input: ProtectionInputTable;
  protection_of_failure_mode: ProtectionOfFailureModeView;
  protection_state: ProtectionStateTable;
  protection_state_start: ProtectionStateStartTable;
  query: QueryTable;
  query_favorite: QueryFavoriteTable;
  query_use: QueryUseTable;
  query_version: QueryVersionTable;
  record: RecordTable;
  record_attachment: RecordAttachmentTable;
  record_import_row: RecordImportRowTable;
  record_link: RecordLinkTable;
  record_number: RecordNumberTable;
  record_overview: RecordOverviewView;
  record_reminder: RecordReminderTable;
  record_search_due: RecordSearchDueTable;
  record_tag: RecordTagTable;
  record_type: RecordTypeTable;
  recovery_code: RecoveryCodeTable;
  refused_record: RefusedRecordTable;
  relationship: RelationshipTable;
  report_subscription: ReportSubscriptionTable;
  risk_analysis: RiskAnalysisTable;
  risk_analysis_asset: RiskAnalysisAssetTable;
  risk_analysis_import_row: RiskAnalysisImportRowTable;
  risk_analysis_probability: RiskAnalysisProbabilityTable;
  risk_history: RiskHistoryTable;
  risk_history_state: RiskHistoryStateTable;
  saved_view: SavedViewTable;
  scenario: ScenarioTable;
  scenario_asset: ScenarioAssetTable;
  search_entry: SearchEntryTable;
  second_factor_challenge: SecondFactorChallengeTable;
  service_account: ServiceAccountTable;
  service_token: ServiceTokenTable;
  session: SessionTable;
  shelving: ShelvingTable;
  sign_in_address: SignInAddressTable;
  sign_in_failure: SignInFailureTable;
  simulation: SimulationTable;
  simulation_answer: SimulationAnswerTable;
  simulation_excursion: SimulationExcursionTable;
  simulation_level: SimulationLevelTable;
  staged_series: StagedSeriesTable;
  stream_tag: StreamTagTable;
  structure: StructureTable;
  structure_relationship: StructureRelationshipTable;
  subscription: SubscriptionTable;
  system_setting: SystemSettingTable;
  tag: TagTable;
  tag_alias: TagAliasTable;
  tag_gap: TagGapTable;
  tag_import_row: TagImportRowTable;
  taxonomy: TaxonomyTable;
  taxonomy_entry: TaxonomyEntryView;
  threshold: ThresholdTable;
  totp_factor: TotpFactorTable;
  twin: TwinTable;
  twin_advisory_count: TwinAdvisoryCountTable;
  twin_model: TwinModelTable;
  twin_model_version: TwinModelVersionTable;
  twin_of_asset: TwinOfAssetView;
  twin_parameter: TwinParameterTable;
  unit: UnitTable;
  unit_category: UnitCategoryTable;
  unlogged_excursion: UnloggedExcursionTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  user_record_type: UserRecordTypeTable;
  user_setting: UserSettingTable;
  value_list: ValueListTable;
  value_list_item: ValueListItemTable;
  watch: WatchTable;
  webhook: WebhookTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_message: WebhookMessageTable;
  work: WorkTable;
  work_import_row: WorkImportRowTable;
  work_request: WorkRequestTable;
}

// Generated from the migrated database by `npm run rows`: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Actions that fired. An action fires once for each excursion and direction. */
export interface ActionFiringTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  threshold_id: number;
  action_id: string;
  type: 'notify' | 'advisory';
  excursion_start: Date;
  direction: 'enter' | 'exit';
  at: Date;
  /** Copy of the action, as it was when it fired. */
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
  /** What completed preventive work of the activity renews, that is, makes as good as new. */
  renews: Generated<'none' | 'all' | 'failure-modes'>;
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['activity.fields'], string | undefined, string>;
  /** Id of the part in the model of the twin; null if it is not from a model. */
  model_part: number | null;
}

/** Failure modes that the work of an activity renews, if activity.renews is failure-modes. */
export interface ActivityFailureModeTable {
  activity_id: number;
  failure_mode_id: number;
}

export interface AdvisoryTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  protection_id: number | null;
  threshold_id: number | null;
  /** rule: created by an action of a threshold; user: created by a user. */
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
  /** Values of further fields, by field name. */
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

/** Approved values of closed advisories. Amounts are in whole dollars. */
export interface AdvisoryValueTable {
  advisory_id: number;
  /** Time of the closing that was approved. If the advisory is closed again, the value must be approved again. */
  closed_at: Date;
  /** Minimum cost of the failure that was avoided; null if nothing would have failed. */
  failure_cost_low: number | null;
  /** Maximum cost of the failure that was avoided; null if nothing would have failed. */
  failure_cost_high: number | null;
  /** Cost of the advisory: work, inspections and production stops. */
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
  /** UCUM code of the unit that the input had before. Undoing the mapping restores it. */
  old_unit: string | null;
}

/** Time ranges that users marked on charts, each with a text. Each belongs to a twin or to a tag. */
export interface AnnotationTable {
  id: GeneratedAlways<number>;
  twin_id: number | null;
  tag_id: number | null;
  start_at: Date;
  end_at: Date;
  text: string;
  /** Null after the user was deleted. */
  created_by: number | null;
  created_at: Generated<Date>;
  /** Null if the annotation was never changed. */
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
  /** Whether the user must change the password before doing anything else, because another person set it. */
  password_temporary: Generated<boolean>;
  /** Whether this is a service account. It cannot sign in with a password and is not shown in lists of users. */
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
  /** Ids from the root to the asset itself, such as /7/12/. Maintained by triggers. */
  path: GeneratedAlways<string>;
  /** Captions of the taxonomy entry. Maintained by triggers. */
  class_label: GeneratedAlways<string>;
  /** Twin of the asset. Maintained by triggers. */
  asset_twin_id: GeneratedAlways<number | null>;
  /** Time from which the asset is out of service, which may be in the future. Null: in service. */
  out_of_service_at: Date | null;
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['asset.fields'], string | undefined, string>;
  /** Connection that receives the work requests for the asset; null: the default connection of its system. */
  connection_id: number | null;
  /** Stream that the asset is imported from; null if it was created in this system. */
  stream_id: number | null;
  /** Key of the record in the other system. */
  stream_key: string | null;
  /** Time since which the record no longer exists in the other system; null if it exists. */
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
  /** Reliability of the figures, 0 to 100; null if not rated. */
  score: number | null;
  distribution: Generated<'none' | 'weibull'>;
  mtbf_days: number;
  shape: number;
  /** In days; calculated from the MTBF and the shape. */
  characteristic_life: number;
  source: string;
  is_example: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

/** Benchmark of each taxonomy entry: its own, or that of the nearest entry above it. */
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

/** Logic of each calculated tag, and the state of its evaluation. */
export interface CalculationTable {
  tag_id: number;
  logic: Generated<string>;
  /** Incremented by triggers whenever something changes that evaluation depends on. */
  definition_version: Generated<number>;
  /** Definition version of the stored points; null before the first evaluation. */
  evaluated_version: number | null;
  /** Latest states of the engine, as JSON. */
  tracking: string | null;
  /** Identifies the saved states; new with each save. */
  tracking_token: string | null;
  /** Older states of the engine, as JSON. */
  checkpoints: string | null;
  error: string | null;
  /** Command that is recalculating all points; null if there is none. */
  recalculated_by: string | null;
  /** Number of consecutive evaluations that exceeded the step budget. */
  overruns: Generated<number>;
  /** Time since which evaluation is suspended because of overruns; null if it is not suspended. */
  set_aside_at: Date | null;
  /** Id of the part in the model of the twin; null if it is not from a model. */
  model_part: number | null;
}

/** Calculated tags without logic. Their value is the deviation of an input of a pattern protection from its expected value. The model is copied, so that the tag remains when the version or the protection is deleted. */
export interface CalculationDeviationTable {
  tag_id: number;
  /** Null after the protection was deleted. */
  protection_id: number | null;
  /** Input of the protection. */
  tag_alias_id: number;
  /** Version of the model. */
  version_number: number;
  /** Model of the expected values, in the format of pattern_version.expected. */
  expected: Buffer;
  /** Step of the grid in seconds. */
  step_seconds: number;
  /** Aliases of the inputs in calculation_input, in the order of the model. */
  aliases: string[];
  /** For each input, how long a value is valid, in milliseconds. */
  holds: number[];
  /** Index in aliases, from 0, of the input whose deviation is calculated. */
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
  /** Value of the input = scale x value of the tag + shift. */
  scale: Generated<number>;
  shift: Generated<number>;
  /** UCUM code of the unit in which the logic reads the input; null for no unit. */
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
  /** Fencing token, incremented with each run. */
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
  /** Values of the fields of the connection type, without secrets. */
  configuration: ColumnType<ColumnTypes['connection.configuration'], string, string>;
  /** Values of the secret fields, as encrypted JSON; null if no secret is set. */
  secrets: string | null;
  /** Names of the secret fields that have a value. */
  secrets_set: Generated<string[]>;
  /** SHA-256 fingerprints (hexadecimal) of server certificates that a user trusted. */
  trusted_certificates: Generated<string[]>;
  /** SHA-256 of the token of the connection; null if it has no token. */
  token_hash: Buffer | null;
  is_paused: Generated<boolean>;
  /** Incremented with each change that requires a restart: of the configuration, of a trusted certificate, or when the connection is resumed. */
  starts: Generated<number>;
  version: Generated<number>;
}

/** Time ranges that must be read from the history of the other system. All times are source times. */
export interface ConnectionBackfillTable {
  id: GeneratedAlways<number>;
  connection_group_id: number;
  begins: Date;
  ends: Date;
  /** Time up to which the points are stored. */
  done_to: Date;
  /** Null: all tags of the group. */
  tag_ids: number[] | null;
  /** Number of points read so far. */
  points: Generated<number>;
  /** Why the range cannot be read. The command that requested it reports this text. */
  error: string | null;
  /** Command that requested the range, which may have been deleted; null if no user requested it. */
  command_id: string | null;
}

/** Connections of one type that can replace one another. One of them holds the lease and delivers data. */
export interface ConnectionGroupTable {
  id: GeneratedAlways<number>;
  type: string;
  /** Current or last holder of the lease. */
  connection_id: number | null;
  /** Process that runs the holder; null if no process runs it. */
  runner: string | null;
  /** Fencing token, incremented each time another runner or connection takes the lease. */
  fence: Generated<number>;
  lease_until: Date | null;
  /** Source time up to which all points of its subscriptions are stored; null if it has never run. */
  live_until: Date | null;
}

/** Log entries of connections, filtered by the log level of each. The latest 1,000 entries of each connection are kept. */
export interface ConnectionLogTable {
  id: GeneratedAlways<number>;
  connection_id: number;
  time: Generated<Date>;
  level: 'error' | 'warn' | 'info' | 'debug';
  message: string;
}

/** Requests from screens to a connection, answered by the process that runs the connection. Kept for one hour. */
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
  /** When a process started the request; null if it was not started. */
  taken_at: Date | null;
}

/** Sources that delivered points but do not feed a tag. */
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

/** Latest state of each connection, as reported by its runner. */
export interface ConnectionStateTable {
  connection_id: number;
  state: Generated<'stopped' | 'starting' | 'running' | 'degraded' | 'failed'>;
  message: Generated<string>;
  /** connection.starts of the run that reported; null if no run has reported. */
  starts: number | null;
  since: Generated<Date>;
  /** Time of the next attempt. Null: a degraded connection is retried at once, a failed one only after a user changed or resumed it. */
  retry_at: Date | null;
  last_error: string | null;
  last_error_time: Date | null;
  /** Source time of the latest point. */
  last_point_time: Date | null;
  lag_seconds: number | null;
  /** Seconds by which the clock of the other system is ahead. */
  clock_seconds: number | null;
  points_per_second: Generated<number>;
  /** End of the certificate that administrators were last warned about; null if they were never warned. */
  certificate_noticed: Date | null;
  reported_at: Date | null;
  /** When a process at the plant last requested its work; null if it never did. */
  seen_at: Date | null;
  /** Number of points in the spool on the disk at the plant, which are not yet sent to the server. */
  spool_points: number | null;
  /** Size of these points, in bytes. */
  spool_bytes: number | null;
  /** Maximum size of the spool, in bytes. */
  spool_limit: number | null;
  /** Latest minute in which points were pushed; null if none were pushed. */
  pushed_minute: Date | null;
  /** Number of points pushed in pushed_minute. */
  pushed_points: Generated<number>;
  /** Number of points pushed in the minute before pushed_minute. */
  pushed_points_before: Generated<number>;
  /** When the sheet of its tags was last requested; null if it never was. */
  tags_exported_at: Date | null;
  /** Number of tags in that sheet; null if there is no sheet. */
  tags_exported: number | null;
  /** Why the export failed; null if it did not fail. */
  tags_export_error: string | null;
  /** Earliest end of the certificates of its links, as reported by the latest run; null if unknown. */
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

/** Kinds of records that a group of connections imports, and the progress of each import. */
export interface ConnectionStreamTable {
  id: GeneratedAlways<number>;
  connection_group_id: number;
  name: string;
  kind: 'work' | 'asset';
  /** How fields of this system get their values; null: the mapping that the connector proposes. */
  mapping: ColumnType<ColumnTypes['connection_stream.mapping'] | null, string | null, string | null>;
  /** Fields that are set by the import, so that users cannot change them. */
  owned_fields: Generated<string[]>;
  /** Incremented with every change of the mapping. */
  version: Generated<number>;
  /** Time of the latest imported change of the other system; null if nothing was imported. */
  watermark: Date | null;
  created: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  gone: Generated<number>;
  /** When the import last had read all changes. */
  last_read: Date | null;
  /** When all keys of the other system were last compared with those of this system. */
  last_compared: Date | null;
  last_error: string | null;
  last_error_time: Date | null;
}

/** Cost of a failure. Each row belongs to exactly one asset, twin or failure mode. */
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
  /** tenant: every user with access to the apps can open it. */
  sharing: Generated<'private' | 'tenant'>;
  /** Null after the owner was deleted. */
  owner_id: number | null;
  /** Variables, time range and cards. */
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
  /** Number of points of good or uncertain quality. The summary columns include only these points. */
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

/** Connection that receives work requests if neither the twin nor the asset names one. */
export interface DefaultConnectionTable {
  system: 'SAP' | 'HEXAGON' | 'MAXIMO';
  connection_id: number;
}

export interface DemoLoadTable {
  data_set: string;
  loaded_at: Generated<Date>;
}

/** Records that were created by the demo, and are deleted with it. A row may remain after its record was deleted. */
export interface DemoRecordTable {
  kind: 'asset' | 'twin' | 'tag' | 'input' | 'protection' | 'failure mode' | 'activity' | 'marked range' | 'work' | 'record' | 'record type' | 'risk analysis' | 'query' | 'dashboard' | 'twin model';
  record_id: number;
}

/** Progress of the replay of the demo. The table is empty if the demo is not replayed. */
export interface DemoReplayTable {
  is_only: Generated<boolean>;
  /** When the demo was loaded. The times of the recordings are relative to it. */
  anchor: Date;
  /** Time up to which points and work are written. */
  replayed_until: Date;
  /** Records that the replay writes to, and a gap that must still be filled. */
  state: ColumnType<unknown, string | undefined, string>;
}

/** Periods in which the disk of the database was full, and of which administrators were notified. Kept for 30 days. */
export interface DiskNoticeTable {
  from_at: Date;
  until_at: Date;
}

export interface DisplayTable {
  id: GeneratedAlways<number>;
  name: string;
  /** SHA-256 of the token of the display. */
  token_hash: Buffer;
  /** User who created the display. It has the rights of this user. */
  user_id: number;
  /** Ids of dashboards, or names of built-in dashboards. */
  dashboards: string[];
  /** For how many seconds each dashboard is shown. */
  seconds: number;
  created_at: Generated<Date>;
  expires_at: Date;
  /** Rounded down to the hour; null if the display was never opened. */
  last_seen_at: Date | null;
}

/** Latest simulation of the draft of each model. */
export interface DraftSimulationTable {
  model_id: number;
  command_id: string;
  range_start: Date;
  range_end: Date;
  /** Checksum of the simulated draft. The results are outdated if the current draft has another checksum. */
  seen: string;
}

/** Result of the simulation of a draft for each asset. */
export interface DraftSimulationAssetTable {
  command_id: string;
  asset_id: number;
  outcome: Generated<'waiting' | 'simulated' | 'refused'>;
  /** Why the asset was refused. */
  message: string | null;
  /** Number of parts that were changed in both the draft and the twin. The parts of the twin were simulated. */
  conflicts: Generated<number>;
  /** For each protection, the results with the logic of the twin and with the logic of the draft. */
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
  /** For each tag in tag_ids, the time of the earliest new or changed point, in epoch milliseconds. */
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
  /** Null while the excursion is open. */
  end_at: Date | null;
  /** Point time at which evaluation detected the start. */
  start_known_at: Date;
  /** Point time at which evaluation detected the end. */
  end_known_at: Date | null;
  /** Whether the start was announced, or does not have to be announced. */
  announced: Generated<boolean>;
  /** Start of the excursion that this one continues, if late points split an announced excursion. Only the end of the last part is announced. Null for other excursions. */
  continues_at: Date | null;
}

export interface ExternalSignInTable {
  key_hash: Buffer;
  kind: 'pending' | 'ticket';
  /** Hash of the cookie of the browser that started the sign-in. */
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
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['failure_mode.fields'], string | undefined, string>;
  /** Id of the part in the model of the twin; null if it is not from a model. */
  model_part: number | null;
}

export interface FailureModeProtectionTable {
  failure_mode_id: number;
  protection_id: number;
}

/** Result of each row of an imported sheet of the tags that a connection feeds. */
export interface FeedImportRowTable {
  command_id: string;
  /** Line of the file, from 1, including the heading. */
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  /** Name of the tag. */
  name: string;
  source: string;
  /** Why the row was refused; null for other rows. */
  message: string | null;
}

export interface FigureAlertTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  /** Figure, tag or query that is checked. */
  source: ColumnType<ColumnTypes['figure_alert.source'], string, string>;
  /** Filters of the figure: site, class, twin and time range. */
  card_values: ColumnType<ColumnTypes['figure_alert.card_values'], string, string>;
  direction: 'above' | 'below';
  limit_value: number;
  /** The alert ends when the figure reaches this value; null: the limit. */
  release_value: number | null;
  /** Whether the limit is crossed. */
  is_over: Generated<boolean>;
  /** Figure at the last check; null before the first check, or if the figure has no value. */
  value: number | null;
  checked_at: Date | null;
  /** When the last attempt to read the figure failed; null if it succeeded. */
  failed_at: Date | null;
  /** Why the last attempt failed, as shown to the user. */
  failure: string | null;
}

/** Changes of figures over time: the value at an earlier time is the current value minus all later changes. Maintained by triggers. */
export interface FigureChangeTable {
  /** Name of the figure, as in kept_figure. */
  figure: string;
  /** Without a foreign key, which would lock twins during evaluation. A trigger deletes the rows of deleted twins. */
  twin_id: number;
  /** Time of the change. For an advisory that is not yet overdue, this is its target date, which is in the future. */
  at: Date;
  change: number;
}

/** Start dashboard of the members of each group. */
export interface GroupDashboardTable {
  group_name: string;
  /** Id of a dashboard, or name of a built-in dashboard. */
  dashboard: string;
}

export interface GroupRecordTypeTable {
  group_name: string;
  record_type: string;
}

/** Notifications that are sent with the next mail to their user. */
export interface HeldMailTable {
  id: GeneratedAlways<number>;
  user_id: number;
  twin_id: number | null;
  message: string;
  /** Path of the related page. */
  url: string | null;
  /** Lines of the mail, each with a heading and a text. Times are in the time zone of the user. */
  facts: ColumnType<ColumnTypes['held_mail.facts'], string, string>;
  /** A new notification replaces an earlier one with the same grouping. */
  grouping: string | null;
  /** Number of notifications that the row represents. */
  group_count: Generated<number>;
  time_stamp: Date;
  due_at: Date;
}

/** Calls with an Idempotency-Key. Kept for one day. */
export interface IdempotentCallTable {
  user_id: number;
  /** Method of the call and path of its route. */
  call: string;
  key: string;
  /** SHA-256 of the address and the body; encrypted, because the body may contain a password. */
  request_hash: string;
  /** Run that may execute the call. Another run can replace it if it has committed nothing for some minutes. */
  run: string;
  started_at: Generated<Date>;
  /** Set in the transaction in which the call takes effect. */
  committed: Generated<boolean>;
  /** HTTP status of the response; null while the call runs. */
  status: number | null;
  /** Response as JSON; encrypted, because it may contain a token. Null if no response is stored. */
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
  /** Null if the option is for the asset as a whole. */
  failure_mode_id: number | null;
  name: string;
  /** Whole dollars. Null: unknown. */
  cost: number | null;
  effect: 'life' | 'probability';
  /** Weibull shape of the new life; null: the shape of the asset or failure mode. */
  shape: number | null;
  /** New characteristic life, as ISO 8601 duration. */
  scale: string | null;
  /** New probability of failure by the end of the analysis, in percent. */
  percent: number | null;
  /** Life data that the new life was fitted to; null if the life was entered. */
  fit: ColumnType<ColumnTypes['improvement_option.fit'] | null, string | null, string | null>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

/** Inputs whose unit was replaced with the unit of their tag by an upgrade. */
export interface InputUnitReviewTable {
  tag_alias_id: number;
  /** UCUM code of the unit that the input had before. Values were never converted to it. */
  old_unit: string;
  /** UCUM code of the new unit, which was the unit of the tag at the upgrade. */
  new_unit: string;
  created_at: Generated<Date>;
  /** Null until a user has reviewed the change. */
  reviewed_at: Date | null;
  reviewed_by: number | null;
}

export interface JobWorkerTable {
  worker_id: string;
  process_key: number;
  started_at: Generated<Date>;
}

/** Figures whose changes are recorded in figure_change. */
export interface KeptFigureTable {
  figure: string;
  /** Earlier changes are not recorded. */
  known_since: Generated<Date>;
}

/** Latest risk analysis of each asset. */
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

/** Models of the library, except private ones. */
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
  /** Latest published version, as major.minor.patch; null if none is published. */
  newest_version: string | null;
}

/** State of the library in one row. Covers models with a published version, except private ones. */
export interface LibraryStateView {
  model_count: number;
  /** When the latest version was published; null if there is none. */
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

/** Result, or previewed result, of each row of an imported file of list items. */
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
  /** Null after a confidential mail was sent. */
  text: string | null;
  confidential: boolean;
  status: Generated<'queued' | 'sent' | 'kept' | 'failed'>;
  attempts: Generated<number>;
  error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
  /** HTML version of the text, which refers to its pictures as cid:NAME; null for a plain-text mail. */
  html: string | null;
}

/** Pictures of mails, in PNG format. */
export interface MailPictureTable {
  mail_id: number;
  position: number;
  /** Content id, and file name without the extension. */
  name: string;
  /** Alternative text of the picture. */
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
  /** Null if unknown: the range then applies to every protection of the twin. */
  failure_mode_id: number | null;
  /** Time of the failure, after start_at and not after end_at; null if unknown. */
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

/** Model of each twin that was created from one, with the current model version of the twin. */
export interface ModelOfTwinView {
  twin_id: number;
  model_id: number;
  model_name: string;
  version_id: number;
  major: number;
  minor: number;
  patch: number;
}

/** Result for each asset of a command that creates twins from a model. */
export interface ModelPlacementTable {
  command_id: string;
  asset_id: number;
  outcome: 'proposed' | 'has-twin' | 'placed' | 'refused' | 'left-out';
  message: string | null;
  twin_id: number | null;
  /** Name, tag, score and problem of each input. */
  inputs: ColumnType<unknown, string | undefined, string>;
  missing_parameters: Generated<string[]>;
}

/** Result for each twin of a command that upgrades twins to another version of their model. */
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
  /** Checksum of the twin's definition after the upgrade. If the twin was changed since, the upgrade cannot be undone. */
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
  /** False if the notification is only sent by mail. */
  in_app: boolean;
  time_stamp: Date;
  created_at: Generated<Date>;
  /** Copy of the excursion at the time of the notification; null for other kinds, and for notifications of older releases. */
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
  /** Action of the threshold; null if the event is for subscribers of the twin. */
  action: ColumnType<unknown | null, string | null, string | null>;
}

/** Imported packages. */
export interface PackageImportTable {
  id: GeneratedAlways<number>;
  /** Command that imported the package, which may have been deleted. */
  command_id: string;
  file_name: string;
  /** Name of the database that the package was exported from. */
  source: string;
  /** Public key of the signature (SPKI in DER format, base64); null if the package was not signed. */
  public_key: string | null;
  imported_at: Generated<Date>;
  imported_by: number | null;
  created: number;
  updated: number;
  /** Package that undoes the import. */
  inverse: Buffer;
  /** SHA-256 of each imported record after the import, by kind and key. */
  after: ColumnType<unknown, string, string>;
  rolled_back_at: Date | null;
  rolled_back_by: number | null;
}

/** Planned action for each record of a checked package. */
export interface PackageRowTable {
  command_id: string;
  position: number;
  kind: string;
  /** Natural key. */
  key: string;
  action: 'create' | 'update' | 'skip' | 'conflict';
  /** For an update: the path and both values of each difference. */
  differences: ColumnType<unknown, string | undefined, string>;
  /** Why the record is in conflict. */
  message: string | null;
}

/** Result of each row of an imported file of parameter values. */
export interface ParameterImportRowTable {
  command_id: string;
  /** Line of the file, from 1, including the heading. */
  line: number;
  action: 'create' | 'update' | 'unchanged' | 'error';
  asset_unique_id: string;
  parameter: string;
  /** Why the row was refused; null for other rows. */
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

/** Patterns of a set. The default pattern, No match, is the answer if no other pattern matches. */
export interface PatternTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  position: number;
  name: string;
  is_default: Generated<boolean>;
  /** RGB color, such as #1E88E5. */
  color: string;
}

/** Changes of the answer of the model in service. An answer is valid until the next change. */
export interface PatternAnswerChangeTable {
  protection_id: number;
  at: Date;
  /** Null if there is no answer. */
  pattern_id: number | null;
  /** Whether the decision trees chose another pattern, but the gate refused it. */
  refused: boolean;
}

/** Feedback of users on answers. */
export interface PatternFeedbackTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  start_at: Date;
  end_at: Date;
  /** Pattern that the model answered. */
  answer_id: number | null;
  is_right: boolean;
  /** Correct pattern, according to the user. */
  pattern_id: number | null;
  user_id: number | null;
  created_at: Generated<Date>;
}

/** Time ranges that are assigned to a pattern. Ranges of a set never overlap; this is checked while the set is locked. */
export interface PatternRangeTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  pattern_id: number;
  /** Inclusive. */
  start_at: Date;
  /** Exclusive. */
  end_at: Date;
}

/** Patterns of a pattern protection, with their ranges and settings. */
export interface PatternSetTable {
  id: GeneratedAlways<number>;
  protection_id: number;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Training ranges must not start before this time; null: no limit. */
  training_start: Date | null;
  /** Training ranges must not end after this time; null: no limit. */
  training_end: Date | null;
  strictness: Generated<'lenient' | 'normal' | 'strict'>;
  /** Minimum share of the votes for a pattern, 0 to 1. Below it, the answer is No match. */
  confidence: Generated<number>;
  /** Step of the grid in seconds; null: the median interval of the slowest input. */
  step_seconds: number | null;
  /** Xen condition over inputs of the protection. While it is not true, there is no training and no answer. Null: no condition. */
  condition: string | null;
  /** The condition with the ids of its inputs instead of their names. Used for the checksum. */
  condition_key: string | null;
  /** Maximum share of answers that the gate may refuse before users are notified, 0 to 1. */
  most_refused: Generated<number>;
  /** Maximum share of reviewed answers that may be wrong before users are notified, 0 to 1. */
  most_wrong: Generated<number>;
  /** Model in service; null before the first training. */
  version_in_service_id: number | null;
  /** When the fit of the model in service was last checked; null: never. */
  fit_checked_at: Date | null;
  /** Number of the version that no longer fits and of which users were notified; null while the version fits. */
  unfit_version: number | null;
}

/** Latest training of each set. */
export interface PatternTrainingTable {
  pattern_set_id: number;
  command_id: string;
  requested_at: Generated<Date>;
  requested_by: number | null;
  status: Generated<'queued' | 'initializing' | 'processing' | 'finalizing' | 'done' | 'error' | 'canceled'>;
  status_at: Generated<Date>;
  percent: Generated<number>;
  log: Generated<string[]>;
  /** Result of pattern_checksum when the training was requested. */
  checksum: string;
  /** Training input, as of the request. A restarted training uses the same input. */
  input: ColumnType<ColumnTypes['pattern_training.input'], string, string>;
  error: string | null;
  /** Number of the version that the training created; null until it is done. */
  version_number: number | null;
}

/** Users who are notified when the training ends. Their rows are then deleted. */
export interface PatternTrainingWatcherTable {
  pattern_set_id: number;
  user_id: number;
}

/** Trained models. */
export interface PatternVersionTable {
  id: GeneratedAlways<number>;
  pattern_set_id: number;
  /** Number of the version within its set, from 1. */
  number: number;
  /** Checksum of the inputs, patterns, ranges and settings: the result of pattern_checksum at the start of the training. */
  checksum: string;
  /** Serialized by domain/src/patterns/serialize.ts. */
  model: Buffer;
  /** SHA-256 of the model, hexadecimal. */
  model_checksum: string;
  /** Step of the grid in seconds. */
  step_seconds: number;
  /** Lengths of the windows in steps, ascending. */
  windows: number[];
  strictness: 'lenient' | 'normal' | 'strict';
  condition: string | null;
  /** Inputs in the order of the model, as {tagAliasId, hold, mean, standardDeviation}. hold: how long a value is valid, in milliseconds. */
  inputs: ColumnType<ColumnTypes['pattern_version.inputs'], string, string>;
  /** Pattern of each class of the model. The first one is the default pattern. */
  pattern_ids: number[];
  /** For each class and input, the 5 % and 95 % quantiles of the values as [low, high]; null if there are no values. */
  bands: ColumnType<ColumnTypes['pattern_version.bands'], string, string>;
  /** Results of the model on held-out ranges. */
  evaluation: ColumnType<ColumnTypes['pattern_version.evaluation'], string, string>;
  created_at: Generated<Date>;
  created_by: number | null;
  /** When the version was last put into service. */
  applied_at: Date | null;
  /** Model of the expected values, trained on the ranges of No match and serialized by domain/src/patterns/expected-bytes.ts. Null if these ranges have fewer than 50 complete rows, or if there is only one input. */
  expected: Buffer | null;
  /** Name of the asset that a model from the library was trained on; null if the model was trained on this twin. */
  trained_on: string | null;
}

export interface PointChangeTable {
  id: GeneratedAlways<number>;
  tag_ids: number[];
  from_times: string[];
  created_at: Generated<Date>;
}

/** Probability of failure. Each row belongs to exactly one asset, twin or failure mode. */
export interface ProbabilityTable {
  id: GeneratedAlways<number>;
  twin_id: number | null;
  /** Whole percent. */
  value: number | null;
  failure_distribution: Generated<'none' | 'weibull'>;
  failure_distribution_parameters: ColumnType<ColumnTypes['probability.failure_distribution_parameters'], string, string>;
  asset_id: number | null;
  failure_mode_id: number | null;
  /** Whole percent, at the end of a risk analysis. */
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
  /** Why the last evaluation failed; null if it succeeded. */
  error: string | null;
  /** Latest states of the engine, as JSON. */
  tracking: string | null;
  /** Identifies the saved states; new with each save. */
  tracking_token: string | null;
  /** Next time at which the result can change without new points. */
  next_change_at: Date | null;
  /** Incremented by triggers whenever something changes that evaluation depends on. */
  definition_version: Generated<number>;
  /** Older states of the engine, as JSON. */
  checkpoints: string | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** What has changed since the last evaluation. */
  dirty_flags: Generated<ColumnTypes['protection.dirty_flags']>;
  /** Number of consecutive evaluations that exceeded the step budget. */
  overruns: Generated<number>;
  /** Time since which evaluation is suspended because of overruns; null if it is not suspended. */
  set_aside_at: Date | null;
  live_since: Generated<Date>;
  /** Result of the last evaluation: the stale inputs, as {alias, since, hadPoints}. since is an ISO 8601 time. */
  stale_inputs: ColumnType<ColumnTypes['protection.stale_inputs'], string | undefined, string>;
  /** Result of the last evaluation: time since which all watched inputs are stale; null if an input is not stale, or if none is watched. */
  silent_since: Date | null;
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['protection.fields'], string | undefined, string>;
  /** Id of the part in the model of the twin; null if it is not from a model. */
  model_part: number | null;
}

export interface ProtectionAliasTable {
  protection_id: number;
  tag_alias_id: number;
  /** Settings of the expected interval of the input; empty if there are none. */
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
  /** Start of the state. For silent: time since which the inputs were stale. */
  begin_at: Date;
  /** Null while the state lasts. For silent: when evaluation received data again. */
  end_at: Date | null;
  /** For shelved: planned end of the shelving. */
  planned_end_at: Date | null;
  /** For shelved: reason of the shelving. */
  reason: string | null;
  /** For shelved: user who shelved the protection; null after the user was deleted. */
  user_id: number | null;
}

export interface ProtectionStateStartTable {
  singleton: Generated<boolean>;
  /** States that ended earlier are not recorded. */
  known_since: Generated<Date>;
}

/** Saved queries. */
export interface QueryTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  /** Path of the folder, with / between its parts; empty for no folder. */
  folder: Generated<string>;
  /** private: only the owner can run it; tenant: every user who may read records can. */
  sharing: Generated<'private' | 'tenant'>;
  definition: ColumnType<ColumnTypes['query.definition'], string, string>;
  /** Name of the record type that it reads, or series. Copied from the definition, for lists of queries. */
  source: string;
  /** Copied from the definition, for lists of queries. */
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

/** Last day on which each user ran a query. */
export interface QueryUseTable {
  query_id: number;
  user_id: number;
  last_used_on: string;
}

/** Latest versions of each query. */
export interface QueryVersionTable {
  query_id: number;
  version: number;
  name: string;
  definition: ColumnType<ColumnTypes['query_version.definition'], string, string>;
  saved_by: number | null;
  saved_at: Generated<Date>;
}

/** Records of custom types. The columns n1 to b16 contain copies of the values of indexed fields, as assigned by record_type.slots. */
export interface RecordTable {
  id: GeneratedAlways<number>;
  type_id: number;
  /** Created from the title template of the type. */
  title: string;
  state: string | null;
  /** Values of fields, by field name. Fields without a value are omitted. */
  fields: ColumnType<ColumnTypes['record.fields'], string | undefined, string>;
  created_at: Generated<Date>;
  /** User id. Without a foreign key, which would be checked for each imported row. */
  created_by: number | null;
  updated_at: Generated<Date>;
  /** User id. Without a foreign key, like created_by. */
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
  /** Cardinality of the relationship. */
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
  /** Id of the record on the from side, of any type. */
  from_id: GeneratedAlways<number>;
  /** Id of the record on the to side, of any type. */
  to_id: GeneratedAlways<number>;
  created_at: Generated<Date>;
}

/** Last number of each auto-number field. The lock of the row keeps numbers unique. */
export interface RecordNumberTable {
  type_id: number;
  field: string;
  /** Year or month in which the numbers are counted, such as 2026-03; empty if numbers never restart. */
  period: string;
  last: number;
}

/** Every record that can be linked, with its title. */
export interface RecordOverviewView {
  type: string;
  id: number;
  title: string;
  /** Distinguishes records that have the same title. */
  detail: string | null;
  /** Twin whose pages show the record. */
  twin_id: number | null;
  asset_id: number | null;
  /** For assets: false for a location. Null for other types. */
  is_equipment: boolean | null;
}

/** Sent reminders. Each reminder is sent once for a date. */
export interface RecordReminderTable {
  /** Id in the table of the type. Without a foreign key: rows are deleted some time after their day. */
  record_id: number;
  field: string;
  day: string;
  days_before: number;
  type_id: number;
}

/** Records whose search entries must be written by a job, after imports and bulk changes. */
export interface RecordSearchDueTable {
  /** Without a foreign key, which would be checked for each imported row. The job deletes the rows of deleted records. */
  record_id: number;
}

/** Tags that are fed by a field of records, one for each asset. */
export interface RecordTagTable {
  type_id: number;
  field: string;
  asset_id: number;
  tag_id: number;
}

/** Record types: built-in types, whose standard fields are fixed, and custom types. */
export interface RecordTypeTable {
  id: GeneratedAlways<number>;
  /** Identifier. Its case is kept, but ignored in comparisons. */
  name: string;
  caption: string;
  plural_caption: Generated<string>;
  description: Generated<string>;
  icon: Generated<string>;
  is_system: Generated<boolean>;
  /** Whether its records can only be read by users who have the type assigned. */
  restricted: Generated<boolean>;
  /** Whether no new records can be created. */
  deprecated: Generated<boolean>;
  /** {name} is replaced with the value of a field. If empty, the title is the first text. */
  title_template: Generated<string>;
  /** The first state is that of a new record; empty if the type has no states. */
  states: ColumnType<ColumnTypes['record_type.states'], string | undefined, string>;
  transitions: ColumnType<ColumnTypes['record_type.transitions'], string | undefined, string>;
  /** Definitions of the fields, in the order of the form. For built-in types, only the further fields. */
  fields: ColumnType<ColumnTypes['record_type.fields'], string | undefined, string>;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** For custom types: which columns of record contain the values of indexed fields. */
  slots: ColumnType<ColumnTypes['record_type.slots'], string | undefined, string>;
}

export interface RecoveryCodeTable {
  user_id: number;
  code_hash: Buffer;
}

/** Records of other systems that could not be imported yet. The import is retried. */
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
  /** one-many: a record of to_type is linked to at most one record of from_type. */
  cardinality: 'one-one' | 'one-many' | 'many-many';
  /** Heading of the linked records on a record of from_type. */
  from_caption: string;
  /** Heading of the linked records on a record of to_type. */
  to_caption: string;
  /** What happens when a linked record of from_type is deleted. */
  from_on_delete: 'block' | 'unlink';
  /** What happens when a linked record of to_type is deleted. */
  to_on_delete: 'block' | 'unlink';
  /** Whether it is built in, and cannot be changed. */
  standard: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface ReportSubscriptionTable {
  id: GeneratedAlways<number>;
  user_id: number;
  /** Dashboard with the values of its variables, or query with its parameters. */
  subject: ColumnType<ColumnTypes['report_subscription.subject'], string, string>;
  /** Name of the dashboard or query when it was last read. */
  name: string;
  period: 'daily' | 'weekly' | 'monthly';
  hour: number;
  /** IANA name of the time zone. */
  time_zone: string;
  next_at: Date;
  /** When the last mail was created; null before the first one. */
  last_at: Date | null;
  /** Whether the user requested a mail outside the schedule. */
  is_asked: Generated<boolean>;
  /** When the last attempt failed; null if a mail was created since. */
  failed_at: Date | null;
  /** Why the last attempt failed, as shown to the user. */
  failure: string | null;
  /** Number of failed attempts since the last mail. */
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
  /** Number of assets in the analysis. */
  asset_count: Generated<number>;
  /** Number of assets with an opportunity, that is, over the threshold. */
  over_threshold: Generated<number>;
  /** Maximum of the consequences of its assets. */
  maximum_consequence: number | null;
  /** Sum of the risks of its assets. */
  risk: number | null;
  /** True until a job has recalculated all assets. It stays true if the job was stopped. */
  is_outdated: Generated<boolean>;
  /** Hash of the inputs that scenarios use; null if unknown. */
  fingerprint: string | null;
  /** Midnight, in the time zone of the plant, until which conditional figures assume survival; null before the first calculation. */
  as_of: Date | null;
  /** Sum of the conditional risks of its assets. */
  conditional_risk: number | null;
  /** Number of assets that have a risk but no conditional risk. */
  without_conditional: Generated<number>;
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['risk_analysis.fields'], string | undefined, string>;
}

/** Assets of an analysis, with their inputs and the figures calculated from them. */
export interface RiskAnalysisAssetTable {
  risk_analysis_id: number;
  asset_id: number;
  improve: Generated<boolean>;
  improve_description: Generated<string>;
  /** Cost of a failure in this analysis; null: the cost given by the twin or the asset. */
  own_consequence: number | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  probability_source: 'analysis' | 'twin' | 'asset' | 'failure-modes' | null;
  consequence_source: 'analysis' | 'twin' | 'asset' | 'failure-modes' | null;
  distribution: 'none' | 'weibull' | null;
  shape: number | null;
  /** Characteristic life, as ISO 8601 duration. */
  scale: string | null;
  /** Characteristic life in days. */
  scale_days: number | null;
  library: Generated<boolean>;
  /** Number of days that the asset runs during the analysis. */
  days: number | null;
  /** Probability of failure in percent, before it is rounded down to a whole percent. */
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
  /** Probability of failure by the end of the analysis if the asset survives until risk_analysis.as_of. In percent, before rounding down. */
  conditional_percent: number | null;
  conditional_value: number | null;
  conditional_risk: number | null;
  /** Last renewal of the asset, or its start. The age of the asset is measured from this time. */
  renewed_at: Date | null;
  /** Whether a repair is open. If so, there is no conditional probability. */
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

/** Ids are generated by the sequence of the table probability. */
export interface RiskAnalysisProbabilityTable {
  id: Generated<number>;
  risk_analysis_id: number;
  asset_id: number;
  /** Null if the probability is that of the asset as a whole. */
  failure_mode_id: number | null;
  failure_distribution: 'none' | 'weibull';
  failure_distribution_parameters: ColumnType<ColumnTypes['risk_analysis_probability.failure_distribution_parameters'], string, string>;
  library: Generated<boolean>;
}

export interface RiskHistoryTable {
  id: GeneratedAlways<number>;
  twin_id: number;
  /** Null if the row is for the twin as a whole. */
  failure_mode_id: number | null;
  asset_id: number;
  /** Name of the asset or the failure mode when the row was written. */
  name: string;
  /** First day on which the figures are valid. */
  from_day: string;
  /** First day on which the figures are no longer valid; null while they are valid. */
  until_day: string | null;
  /** Probability of failure at the end of the day, in whole percent. */
  probability: number | null;
  /** Cost of a failure; null for a twin that has no cost of its own. */
  consequence: number | null;
  /** Amount of money; null if a probability or consequence is missing. */
  risk: number | null;
  /** Highest level of the twin on the day; null for a failure mode. */
  level: number | null;
}

export interface RiskHistoryStateTable {
  singleton: Generated<boolean>;
  /** First day of the history. */
  first_day: string;
  /** Latest day whose start was recorded. Levels of earlier days are final. */
  recorded_day: string;
}

/** Filters, sort order and columns of the list of a record type, or of another list. */
export interface SavedViewTable {
  id: GeneratedAlways<number>;
  /** Record type; null for another list. */
  type_id: number | null;
  caption: string;
  /** Query parameters in the address of the list page. */
  parameters: ColumnType<ColumnTypes['saved_view.parameters'], string, string>;
  /** The user who sees it; null for a shared view. */
  private_to: number | null;
  created_by: number | null;
  /** Optimistic-lock version. */
  version: Generated<number>;
  /** Name of a list that does not show records of a type. */
  list: string | null;
}

export interface ScenarioTable {
  id: GeneratedAlways<number>;
  risk_analysis_id: number;
  name: string;
  created_by: number | null;
  created_at: Generated<Date>;
  analysis: ColumnType<ColumnTypes['scenario.analysis'], string, string>;
  /** Totals of the scenario, and the selection for a budget. */
  totals: ColumnType<ColumnTypes['scenario.totals'], string, string>;
  /** Fingerprint of the analysis when the scenario was created; null if an earlier release created it. */
  fingerprint: string | null;
}

export interface ScenarioAssetTable {
  scenario_id: number;
  asset_id: number;
  asset_name: string;
  taxonomy: string;
  /** Whether the asset was marked for improvement, or had options. */
  improve: boolean;
  no_effect: string | null;
  /** Whole dollars. */
  cost: number | null;
  days: number | null;
  shape: number | null;
  /** Characteristic life in days. */
  scale_days: number | null;
  improved_shape: number | null;
  /** Characteristic life after the improvement, in days. */
  improved_scale_days: number | null;
  benchmark_days: number | null;
  benchmark_level: ColumnTypes['scenario_asset.benchmark_level'] | null;
  /** Probability of failure in percent, before rounding down. */
  percent: number | null;
  probability_value: number | null;
  /** Probability of failure after the improvement, in percent, before rounding down. */
  improved_percent: number | null;
  improved_probability_value: number | null;
  consequence_value: number | null;
  risk: number | null;
  improved_risk: number | null;
  failure_modes: ColumnType<ColumnTypes['scenario_asset.failure_modes'], string | undefined, string>;
  /** Options that improve the asset; empty if it is not improved. */
  options: ColumnType<ColumnTypes['scenario_asset.options'], string | undefined, string>;
  /** Whether the benchmark was an example. */
  benchmark_is_example: Generated<boolean>;
}

/** Search index. Written by triggers, and by a job after imports and bulk changes. */
export interface SearchEntryTable {
  type: number;
  record_id: number;
  name: string;
  detail: string;
  /** Searchable text in lower case. */
  search_text: string;
  asset_id: number | null;
  /** Second name of the record: the id of an asset, or the caption of a tag; null if there is none. */
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

/** Additional data of a service account. Its name, groups and record types belong to its user. */
export interface ServiceAccountTable {
  user_id: number;
  description: Generated<string>;
  /** read, write, administer: what its tokens may do, within the rights of its user. */
  scopes: string[];
  /** User name of the creator. */
  created_by: string;
  created_at: Generated<Date>;
  /** Rounded down to the minute; null if it has never made a call. */
  last_used_at: Date | null;
}

/** Tokens of service accounts: the current one and, for some hours, the previous one. */
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
  /** Id by which its user identifies the session. */
  public_id: Generated<string>;
  address: Generated<string>;
  user_agent: Generated<string>;
}

export interface ShelvingTable {
  protection_id: number;
  until: Date;
  since: Generated<Date>;
  /** User who shelved the protection; null after the user was deleted. */
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
  /** Everything that is simulated, as of the request. */
  input: ColumnType<unknown, string, string>;
  result: ColumnType<unknown | null, string | null, string | null>;
  /** States and checkpoints of the engine, as JSON. */
  tracking: string | null;
  log: Generated<string[]>;
  error: string | null;
}

/** Answers that a simulation found, split into pieces. */
export interface SimulationAnswerTable {
  simulation_id: number;
  piece: number;
  /** Epoch milliseconds, ascending over all pieces. */
  at: string[];
  /** Null if there is no answer. */
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

/** Levels according to the saved logic, split into pieces. The first one is the level at the start of the range. */
export interface SimulationLevelTable {
  simulation_id: number;
  piece: number;
  /** Epoch milliseconds, ascending over all pieces. */
  at: string[];
  level: number[];
  /** Indexes of the driving thresholds; null for the default level. */
  driving: number[];
}

/** Staging areas. Until a command finishes, its points are stored under the id of a staging area instead of a tag. */
export interface StagedSeriesTable {
  id: GeneratedAlways<number>;
  owner: string;
}

/** Tag of the work of an asset, by the code of the type of work in the other system. */
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
  /** Whether it is built in, and cannot be changed. */
  standard: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface StructureRelationshipTable {
  structure_id: number;
  /** From 0. If several relationships place a record below others, the first one applies. */
  position: number;
  relationship_id: number;
  /** Cardinality of the relationship. */
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
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['tag.fields'], string | undefined, string>;
  /** Connections that feed the tag by its source; null if no connection feeds it. */
  connection_group_id: number | null;
  /** Value of the tag = factor x delivered value + value_offset. */
  factor: Generated<number>;
  value_offset: Generated<number>;
}

export interface TagAliasTable {
  id: GeneratedAlways<number>;
  /** Owner: the input belongs to either a twin or a calculated tag. */
  twin_id: number | null;
  /** Owner: the input belongs to either a twin or a calculated tag. */
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
  /** For an input of a calculated tag: the alias of the twin whose mapping it follows. */
  follows_alias_id: number | null;
  /** Id of the part in the model of the twin; null if it is not from a model. */
  model_part: number | null;
}

/** Time ranges without points, because the other system has no history for them. */
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

/** Taxonomy entries with the captions of the levels above them. */
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
  /** Cause, consequence, response and time to respond (ISO 8601 duration) of the alarm; null if it has no rationalization. */
  rationalization: ColumnType<ColumnTypes['threshold.rationalization'] | null, string | null, string | null>;
  /** Id of the part in the model of the twin; null if it is not from a model. */
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
  /** Optimistic-lock version. Changes of the probability and the consequence also increment it. */
  version: Generated<number>;
  /** Time since which all protections at the level of the twin are silent; null if one is not silent. Written by evaluation only. */
  silent_since: Date | null;
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['twin.fields'], string | undefined, string>;
  /** Version of the model that the twin was created from or upgraded to; null without a model. */
  model_version_id: number | null;
  /** Connection that receives the work requests for the twin; null: the connection of the asset. */
  connection_id: number | null;
}

export interface TwinAdvisoryCountTable {
  twin_id: number;
  state: string;
  count: number;
}

/** Models of the library, from which twins of a class of assets are created. */
export interface TwinModelTable {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  /** False if the model is retired. */
  active: Generated<boolean>;
  /** Category, class or type of the assets that the model is for. */
  taxonomy_id: number | null;
  author: Generated<string>;
  manufacturer: Generated<string>;
  /** Model name given by the manufacturer. */
  model: Generated<string>;
  access_level: Generated<'private' | 'tenant' | 'shared'>;
  /** Whether the model was loaded with the tenant. */
  is_starter: Generated<boolean>;
  /** Creator, who can see the model while it is private. Null after the user was deleted. */
  created_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Optimistic-lock version. Changes of the draft also increment it. */
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
  /** Never changed after publication. */
  definition: ColumnType<ColumnTypes['twin_model_version.definition'], string, string>;
  published_at: Date | null;
  /** Null for a draft, and after the user was deleted. */
  published_by: number | null;
}

/** The twin of each asset that has one. */
export interface TwinOfAssetView {
  asset_id: number;
  twin_id: number;
}

/** Constants of a twin that its logic and texts refer to. */
export interface TwinParameterTable {
  twin_id: number;
  name: string;
  description: Generated<string>;
  kind: 'number' | 'interval';
  /** UCUM code; null for an interval and a plain number. */
  unit: string | null;
  /** Number, or ISO 8601 duration for an interval; null if no value is set. */
  value: ColumnType<'number' | 'string' | null, string | null, string | null>;
  /** Id of the part in the model of the twin; null if it is not from a model. */
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
  /** Whether it is no longer offered for selection. */
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
  /** Like excursion.continues_at. */
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
  /** Whether the list is built in. */
  is_standard: Generated<boolean>;
  /** Plain: values with captions. Coloured: names with colours. Simple: names. */
  kind: Generated<'plain' | 'coloured' | 'simple'>;
  /** Whether the codes are those of a standard. If so, items cannot be added or removed. */
  has_fixed_items: Generated<boolean>;
  /** Optimistic-lock version. */
  version: Generated<number>;
}

export interface ValueListItemTable {
  id: GeneratedAlways<number>;
  list_id: number;
  category: string | null;
  position: number;
  /** Stored and transmitted value. In a coloured or simple list, it equals the caption. */
  value: string;
  caption: string;
  description: Generated<string>;
  /** RGB color, such as #E0E0E0; null unless the list is coloured. */
  color: string | null;
  /** Whether the item is preselected in forms. */
  is_default: Generated<boolean>;
  /** Whether the item is built in. If so, its value and category cannot be changed. */
  is_standard: Generated<boolean>;
  /** Whether it is no longer offered for selection. */
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
  /** Minimum level of the events; null: all levels. */
  minimum_level: number | null;
  twin_ids: Generated<number[]>;
  asset_ids: Generated<number[]>;
  /** Current and previous signing secret, as encrypted JSON. */
  secrets: string | null;
  /** Time until which messages are also signed with the previous secret. */
  replaced_until: Date | null;
  is_paused: Generated<boolean>;
  /** Whether the webhook was paused automatically, after a day of failures. */
  is_stopped: Generated<boolean>;
  /** Time since which deliveries have failed; null if the last one succeeded. */
  failing_since: Date | null;
  /** Why deliveries fail, or why the webhook was stopped. */
  message: Generated<string>;
  last_delivered_at: Date | null;
  created_at: Generated<Date>;
}

/** Attempts to deliver messages. */
export interface WebhookAttemptTable {
  id: GeneratedAlways<number>;
  message_id: number;
  at: Date;
  milliseconds: number;
  /** HTTP status of the response; null if there was no response. */
  status: number | null;
  /** Start of the response, or the reason why there was none. */
  answer: string;
}

/** Outbox and log of webhooks. */
export interface WebhookMessageTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  /** Id by which the receiver recognizes repeated messages. The same for all attempts. */
  key: Generated<string>;
  /** Event that is sent only once, such as the start of an excursion; null for other events. */
  source: string | null;
  type: string;
  /** JSON, exactly as it is signed and sent. */
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
  /** Order number, unique within the tag. */
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
  /** Values of further fields, by field name. */
  fields: ColumnType<ColumnTypes['work.fields'], string | undefined, string>;
  /** Stream that the work is imported from; null if it was created in this system. */
  stream_id: number | null;
  /** Key of the record in the other system. */
  stream_key: string | null;
  /** Key of the work request that led to the work; null if unknown. */
  request_key: string | null;
  /** Time since which the record no longer exists in the other system; null if it exists. */
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
  /** Connection that receives the request. Chosen before the first attempt and then kept. Null if there is no connection. */
  connection_id: number | null;
  /** Number of attempts so far, including a successful one. */
  attempts: Generated<number>;
  /** Earliest time of the next attempt; null: at once. */
  retry_at: Date | null;
  /** Time until which a running attempt reserves the request. */
  taken_until: Date | null;
  /** When the state in the other system was last read. */
  checked_at: Date | null;
  /** Phase of the work in the other system; null if unknown. */
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

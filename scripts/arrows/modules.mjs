// The server's modules in ranks, lowest first, each with the tables and views that it owns.
//
// A module imports the modules of lower ranks, and those before it in its own rank, by their `service.ts` or
// `events.ts`. A table is written only in its owner's folder, and read only from its owner's rank or above.

/** Tables of the code below the modules: read and written there, read by every module. */
export const foundations = {
  platform: ['job_worker'],
  series: ['data_point_hot', 'data_point_early', 'data_point_chunk', 'point_change', 'staged_series'],
};

export const ranks = [
  {
    name: 'system',
    modules: {
      audit: ['audit_entry'],
      setting: ['user_setting', 'system_setting'],
      'value-list': ['value_list', 'value_list_item'],
      unit: ['unit_category', 'unit'],
      search: ['search_entry'],
      edition: [],
      help: [],
      library: [],
      mail: ['mail'],
    },
  },
  {
    name: 'access and jobs',
    modules: {
      session: ['session', 'sign_in_failure', 'sign_in_address'],
      user: ['app_user', 'user_record_type', 'email_change'],
      'second-factor': ['totp_factor', 'passkey', 'recovery_code', 'second_factor_challenge'],
      security: [],
      group: ['user_group', 'user_group_member', 'group_record_type'],
      'password-reset': ['password_reset'],
      'external-sign-in': ['external_sign_in'],
      command: ['command', 'command_tag'],
      'row-import': [],
    },
  },
  {
    name: 'assets and signals',
    modules: {
      benchmark: ['benchmark', 'taxonomy', 'taxonomy_entry', 'taxonomy_benchmark', 'benchmark_of_taxonomy'],
      asset: ['asset', 'measured_mtbf'],
      'asset-import': ['asset_import_row'],
      tag: ['tag', 'asset_tag'],
      'data-point': ['early_notice'],
      import: ['import_piece', 'import_refused_row'],
    },
  },
  {
    name: 'twins and work',
    modules: {
      work: ['work'],
      'work-import': ['work_import_row'],
      probability: ['probability', 'consequence'],
      twin: ['twin'],
      'tag-alias': ['tag_alias', 'alias_mapping'],
      activity: ['activity'],
      'failure-mode': ['failure_mode'],
      consequence: [],
      mtbf: [],
    },
  },
  {
    name: 'protections',
    modules: {
      evaluation: [
        'evaluation_due',
        'calculation',
        'calculation_input',
        'calculation_due',
        'excursion',
        'level_change',
        'unlogged_excursion',
      ],
      protection: [
        'protection',
        'threshold',
        'protection_alias',
        'protection_input',
        'failure_mode_protection',
      ],
      shelving: ['shelving'],
      excursion: [],
    },
  },
  {
    name: 'outcomes',
    modules: {
      watch: ['watch', 'subscription', 'twin_advisory_count'],
      notification: ['notification', 'notification_event', 'notification_aggregate'],
      action: ['action_firing'],
      advisory: [
        'advisory',
        'advisory_attachment',
        'advisory_change',
        'advisory_comment',
        'advisory_failure_mode',
        'advisory_occurrence',
        'advisory_reviewer',
        'work_request',
      ],
    },
  },
  {
    name: 'risk and proof',
    modules: {
      'protection-score': ['marked_range'],
      simulation: ['simulation', 'simulation_excursion', 'simulation_level'],
      'risk-analysis': ['risk_analysis', 'risk_analysis_asset', 'risk_analysis_probability'],
      scenario: ['scenario', 'scenario_asset'],
      portfolio: [],
      'risk-analysis-import': ['risk_analysis_import_row'],
      'life-data': ['life_fit'],
    },
  },
  { name: 'questions', modules: {} },
  { name: 'exchange', modules: { demo: ['demo_load'] } },
];

/** Of each module its rank and its place in the order of all modules, both from 0. */
export const places = new Map(
  ranks
    .flatMap(({ modules }, rank) => Object.keys(modules).map((name) => ({ name, rank })))
    .map(({ name, rank }, position) => [name, { rank, position }]),
);

/** Of each table its owner: a module, or `platform` or `series`. */
export const owners = new Map(
  [foundations, ...ranks.map(({ modules }) => modules)]
    .flatMap(Object.entries)
    .flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

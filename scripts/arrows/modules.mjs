// The server's modules in ranks, lowest first, each with the tables and views that it owns. A module is in
// `server/src/modules/<area>/<module>/`.
//
// A module imports the modules of lower ranks, and those before it in its own rank, by their `service.ts` or
// `events.ts`. A table is written only in its owner's folder, and read only from its owner's rank or above.

/** Tables of the code below the modules: read and written there, read by every module. */
export const foundations = {
  platform: ['job_worker', 'idempotent_call'],
  series: ['data_point_hot', 'data_point_early', 'data_point_chunk', 'point_change', 'staged_series'],
};

/** Views that modules of any rank may read. Their owners provide them for lower ranks. */
export const openViews = new Set([
  'latest_analysis_of_asset',
  'twin_of_asset',
  'protection_of_failure_mode',
  'record_overview',
  'model_of_twin',
  'library_model',
  'library_state',
]);

export const ranks = [
  {
    name: 'system',
    areas: {
      system: {
        audit: ['audit_entry'],
        setting: ['user_setting', 'system_setting'],
        'value-list': ['value_list', 'value_list_item'],
        unit: ['unit_category', 'unit'],
        search: ['search_entry'],
        edition: [],
        help: [],
        library: [],
        mail: ['mail', 'mail_picture'],
        file: ['import_piece'],
      },
      records: {
        field: ['record_number'],
        'record-type': ['record_type'],
        relationship: ['relationship', 'record_overview'],
        structure: ['structure', 'structure_relationship'],
        link: ['record_link'],
      },
    },
  },
  {
    name: 'access and jobs',
    areas: {
      access: {
        session: ['session'],
        'sign-in-attempt': ['sign_in_failure', 'sign_in_address'],
        group: ['user_group', 'user_group_member', 'group_record_type'],
        user: ['app_user', 'user_record_type', 'email_change'],
        'second-factor': ['totp_factor', 'passkey', 'recovery_code', 'second_factor_challenge'],
        security: [],
        'service-account': ['service_account', 'service_token'],
        'password-reset': ['password_reset'],
        'sign-in': [],
        'external-sign-in': ['external_sign_in'],
      },
      jobs: {
        command: ['command', 'command_tag'],
        'row-import': [],
        'list-export': [],
        'list-import': ['list_import_row'],
      },
      records: { 'saved-view': ['saved_view'] },
    },
  },
  {
    name: 'assets and signals',
    areas: {
      connections: {
        connection: [
          'connection_group',
          'connection',
          'connection_state',
          'connection_status',
          'connection_log',
          'connection_request',
          'connection_backfill',
        ],
        stream: ['connection_stream', 'default_connection', 'refused_record'],
      },
      assets: {
        taxonomy: ['taxonomy', 'taxonomy_entry'],
        benchmark: ['benchmark', 'benchmark_of_taxonomy'],
        asset: ['asset', 'measured_mtbf'],
        'asset-import': ['asset_import_row'],
      },
      signals: {
        tag: ['tag', 'asset_tag'],
        'data-point': ['early_notice'],
        intake: ['connection_source', 'tag_gap'],
        'feed-import': ['feed_import_row'],
        sharing: [],
        'tag-import': ['tag_import_row'],
        'point-import': ['import_refused_row'],
      },
      records: {
        record: [
          'record',
          'record_attachment',
          'record_reminder',
          'record_search_due',
          'record_import_row',
          'record_tag',
        ],
      },
    },
  },
  {
    name: 'twins and work',
    areas: {
      work: {
        work: ['work'],
        'work-import': ['work_import_row'],
      },
      connections: { extraction: ['stream_tag'] },
      twins: {
        'failure-risk': ['probability', 'consequence'],
        twin: ['twin', 'twin_of_asset'],
        alias: ['tag_alias', 'alias_mapping'],
        activity: ['activity', 'activity_failure_mode'],
        'failure-mode': ['failure_mode'],
        'import-target': [],
        parameter: ['twin_parameter'],
        'parameter-import': ['parameter_import_row'],
        consequence: [],
        mtbf: [],
        annotation: ['annotation'],
      },
    },
  },
  {
    name: 'protections',
    areas: {
      protections: {
        definition: [
          'protection',
          'threshold',
          'protection_alias',
          'protection_input',
          'failure_mode_protection',
          'protection_of_failure_mode',
          'shelving',
          'protection_state',
          'protection_state_start',
        ],
        'pattern-model': ['pattern_set', 'pattern', 'pattern_range', 'pattern_version'],
        evaluation: [
          'evaluation_due',
          'calculation',
          'calculation_input',
          'calculation_deviation',
          'calculation_due',
          'excursion',
          'level_change',
          'pattern_answer_change',
          'unlogged_excursion',
        ],
        protection: [],
        'calculated-tag': [],
        shelving: [],
        excursion: [],
        'pattern-answer': [],
        'input-unit': ['input_unit_review'],
        pattern: ['pattern_training', 'pattern_training_watcher', 'pattern_feedback'],
        'expected-value': [],
      },
    },
  },
  {
    name: 'outcomes',
    areas: {
      outcomes: {
        watch: ['watch', 'subscription', 'twin_advisory_count'],
        notification: ['notification', 'notification_event', 'notification_aggregate', 'held_mail'],
        'disk-notice': ['disk_notice'],
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
        'alarm-performance': [],
        webhook: ['webhook', 'webhook_message', 'webhook_attempt'],
      },
    },
  },
  {
    name: 'risk and proof',
    areas: {
      proof: {
        'protection-score': ['marked_range'],
        'pattern-search': [],
        simulation: ['simulation', 'simulation_answer', 'simulation_excursion', 'simulation_level'],
      },
      risk: {
        'risk-analysis': [
          'risk_analysis',
          'risk_analysis_asset',
          'risk_analysis_probability',
          'latest_analysis_of_asset',
        ],
        'life-data': ['life_fit'],
        improvement: ['improvement_option'],
        scenario: ['scenario', 'scenario_asset'],
        portfolio: [],
        'risk-analysis-import': ['risk_analysis_import_row'],
      },
    },
  },
  {
    name: 'questions',
    areas: {
      questions: {
        query: ['query', 'query_version', 'query_favorite', 'query_use'],
        'risk-history': ['risk_history', 'risk_history_state'],
        overview: [],
        dashboard: [
          'dashboard',
          'dashboard_version',
          'group_dashboard',
          'display',
          'figure_alert',
          'figure_change',
          'kept_figure',
        ],
        'further-search': [],
        'value-ledger': ['advisory_value'],
        report: ['report_subscription'],
        'audit-trail': [],
      },
    },
  },
  {
    name: 'exchange',
    areas: {
      exchange: {
        'twin-definition': [],
        'twin-copy': [],
        'twin-model': ['twin_model', 'twin_model_version', 'model_of_twin', 'library_model', 'library_state'],
        'model-placement': ['model_placement'],
        'model-upgrade': ['model_upgrade'],
        'draft-simulation': ['draft_simulation', 'draft_simulation_asset'],
        package: ['package_row', 'package_import'],
        demo: ['demo_load', 'demo_record', 'demo_replay'],
        'first-steps': [],
        'named-list': [],
      },
    },
  },
];

/** By module: its area, its rank, and its position among all modules. The last two count from 0. */
export const places = new Map(
  ranks
    .flatMap(({ areas }, rank) =>
      Object.entries(areas).flatMap(([area, modules]) =>
        Object.keys(modules).map((name) => ({ name, area, rank })),
      ),
    )
    .map(({ name, area, rank }, position) => [name, { area, rank, position }]),
);

/** By table: its owner, which is a module, `platform` or `series`. */
export const owners = new Map(
  [foundations, ...ranks.flatMap(({ areas }) => Object.values(areas))]
    .flatMap(Object.entries)
    .flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

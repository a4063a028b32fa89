-- What columns mean: units, formats, and what null stands for. `npm run rows` copies it into the row types.

comment on column external_sign_in.browser_hash is 'Hash of the cookie of the browser that began the sign-in.';
comment on column session.public_id is 'Identifies the session to its user.';

comment on column asset.is_equipment is 'False for a location.';
comment on column asset.version is 'Optimistic-lock version.';
comment on column asset.path is 'Ids from the root to the asset itself, as in /7/12/. Maintained by triggers.';
comment on column asset.class_label is 'Captions of its taxonomy entry. Maintained by triggers.';
comment on column asset.asset_twin_id is 'Its twin. Maintained by triggers.';
comment on column measured_mtbf.mtbf is 'ISO 8601 duration.';
comment on column measured_mtbf.previous_mtbf is 'ISO 8601 duration.';
comment on column benchmark.score is 'How well founded the figures are, 0 to 100.';
comment on column benchmark.characteristic_life is 'Days, calculated from the MTBF and the shape.';
comment on column benchmark.version is 'Optimistic-lock version.';

comment on column command.run_token is 'Fencing token: counts the runs.';
comment on table command_tag is 'Tags whose points a command writes.';

comment on column tag.unit is 'UCUM code.';
comment on column tag.version is 'Optimistic-lock version.';

comment on column work.number is 'Number of its order, unique within the tag.';
comment on column work.duration is 'Milliseconds.';
comment on column work.cost is 'Whole dollars.';
comment on column work.failure_mechanism is 'ISO 14224 code.';
comment on column work.failure_cause is 'ISO 14224 code.';
comment on column work.version is 'Optimistic-lock version.';

comment on column twin.mission_time is 'ISO 8601 duration.';
comment on column twin.level is 'Highest level of its active protections; null before the first evaluation. Written by evaluation only.';
comment on column twin.version is 'Optimistic-lock version, which changes of its probability and consequence raise too.';
comment on column tag_alias.twin_id is 'Owner: either a twin or a calculated tag.';
comment on column tag_alias.calculated_tag_id is 'Owner: either a twin or a calculated tag.';
comment on column tag_alias.follows_alias_id is 'Alias of the twin whose mapping this input of a calculated tag follows.';
comment on column tag_alias.unit is 'UCUM code.';
comment on column tag_alias.version is 'Optimistic-lock version.';
comment on column activity.duration is 'ISO 8601 duration.';
comment on column activity.version is 'Optimistic-lock version.';
comment on column failure_mode.mechanism is 'ISO 14224 code.';
comment on column failure_mode.cause is 'ISO 14224 code.';
comment on column failure_mode.pf_interval is 'ISO 8601 duration.';
comment on column failure_mode.version is 'Optimistic-lock version.';
comment on table probability is 'Belongs to exactly one of an asset, a twin and a failure mode.';
comment on column probability.value is 'Whole percent.';
comment on column probability.risk_analysis_value is 'Whole percent at the end of a risk analysis.';
comment on table consequence is 'Belongs to exactly one of an asset, a twin and a failure mode.';

comment on column protection.version is 'Optimistic-lock version.';
comment on column protection.dirty_flags is 'What changed since the last evaluation.';
comment on column protection.level is 'Result of the last evaluation.';
comment on column protection.driving_threshold_id is 'Result of the last evaluation.';
comment on column protection.stale is 'Result of the last evaluation.';
comment on column protection.error is 'Why the last evaluation failed.';
comment on column protection.overruns is 'Successive evaluations that exceeded the budget of steps.';
comment on column protection.set_aside_at is 'Since when evaluation is suspended because of overruns.';
comment on column protection.tracking is 'Saved states of the engine, as JSON.';
comment on column protection.tracking_token is 'Identifies the save of the states.';
comment on column protection.next_change_at is 'When the passing of time alone can next change the result.';
comment on column protection.definition_version is 'Raised by triggers with every change of what evaluation depends on.';
comment on column protection.checkpoints is 'Older states of the engine, as JSON.';
comment on column threshold.on_delay is 'Milliseconds.';
comment on column threshold.off_delay is 'Milliseconds.';
comment on column protection_alias.settings is 'How often the input is expected; empty without settings.';
comment on column shelving.user_id is 'Who shelved it; null after the user was deleted.';

comment on column evaluation_due.from_times is 'Of each tag in tag_ids the earliest point that is new or changed, epoch milliseconds.';
comment on table calculation is 'Logic of a calculated tag, and the state of its evaluation.';
comment on column calculation.definition_version is 'Raised by triggers with every change of what evaluation depends on.';
comment on column calculation.evaluated_version is 'Definition that the stored points come from; null before the first evaluation.';
comment on column calculation.tracking is 'Newest states of the engine, as JSON.';
comment on column calculation.tracking_token is 'Identifies the save of the states.';
comment on column calculation.checkpoints is 'Older states of the engine, as JSON.';
comment on column calculation.overruns is 'Successive evaluations that exceeded the budget of steps.';
comment on column calculation.set_aside_at is 'Since when evaluation is suspended because of overruns.';
comment on column calculation.recalculated_by is 'The command that is recalculating all points.';
comment on column excursion.end_at is 'Null while open.';
comment on column excursion.start_known_at is 'When evaluation learned of the start, in the time of the points.';
comment on column excursion.end_known_at is 'When evaluation learned of the end, in the time of the points.';
comment on column excursion.announced is 'Its start was announced, or is not to be.';

comment on table action_firing is 'Actions that fired: one for an excursion and a direction.';
comment on column action_firing.action is 'The action as it was when it fired.';
comment on column action_firing.handled_at is 'Null until the action has been carried out.';
comment on column notification.in_app is 'False for one that is only mailed.';
comment on column notification_event.action is 'Action of the threshold; null for an excursion of a twin with subscribers.';
comment on column mail.text is 'Null once a confidential mail was sent.';
comment on column advisory.source is 'Created by an action of a threshold, or by a user.';
comment on column advisory.level is 'Level of the threshold when the advisory was created.';
comment on column advisory.target_horizon is 'ISO 8601 duration from activation.';
comment on column advisory.version is 'Optimistic-lock version.';
comment on column advisory_attachment.size is 'Bytes.';
comment on column advisory_change.user_id is 'Null for a change by the system.';

comment on column simulation.input is 'What is simulated, as it was when the simulation was requested.';
comment on column simulation.tracking is 'States and checkpoints of the engine, as JSON.';

comment on column risk_analysis.mission_time is 'ISO 8601 duration.';
comment on column risk_analysis.version is 'Optimistic-lock version.';
comment on column risk_analysis.inputs_version is 'Counts the changes that people make to its dates, its assets and their inputs.';
comment on column risk_analysis.is_outdated is 'Set until a job has recalculated all its assets; stays set when that job was stopped.';
comment on column risk_analysis.valid_scenarios is 'Scenarios that match its current inputs.';
comment on column risk_analysis.asset_count is 'Total over its assets.';
comment on column risk_analysis.over_threshold is 'Total over its assets.';
comment on column risk_analysis.maximum_consequence is 'Maximum over its assets.';
comment on column risk_analysis.risk is 'Total over its assets.';
comment on table risk_analysis_asset is 'An asset of an analysis: its inputs, and the figures that the server calculates from them.';
comment on column risk_analysis_asset.own_consequence is 'Cost of a failure in this analysis; null: that of the twin or the asset.';
comment on column risk_analysis_asset.version is 'Optimistic-lock version.';
comment on column risk_analysis_asset.scale is 'Characteristic life, ISO 8601 duration.';
comment on column risk_analysis_asset.scale_days is 'Characteristic life in days.';
comment on column risk_analysis_asset.days is 'Days that the asset runs within the analysis.';
comment on column risk_analysis_asset.percent is 'Percent, before rounding down to a whole one.';
comment on column risk_analysis_asset.comparative_days is 'Days by which the characteristic life exceeds that of the benchmark.';
comment on table risk_analysis_probability is 'Its ids come from the sequence of the table probability.';
comment on column risk_analysis_probability.failure_mode_id is 'Null: of the asset as a whole.';
comment on column scenario.totals is 'Totals of the scenario, and the choice under a budget.';
comment on column scenario_asset.cost is 'Whole dollars.';
comment on column scenario_asset.scale_days is 'Characteristic life in days.';
comment on column scenario_asset.improved_scale_days is 'Characteristic life in days.';
comment on column scenario_asset.percent is 'Percent, before rounding down.';
comment on column scenario_asset.improved_percent is 'Percent, before rounding down.';
comment on column life_fit.scale is 'ISO 8601 duration.';

comment on table search_entry is 'Maintained by triggers only.';
comment on column search_entry.search_text is 'In lower case.';
comment on column unit.code is 'UCUM code, case sensitive.';
comment on column unit.factor is 'A value in the base unit of the category is (value + shift) * factor.';
comment on column value_list.data_type is 'C for text, N for numbers.';
comment on column value_list.is_standard is 'Comes with the product.';

comment on column data_point_chunk.t0 is 'Time of the first point, epoch milliseconds.';
comment on column data_point_chunk.t1 is 'Time of the last point, epoch milliseconds.';
comment on column data_point_chunk.n is 'Number of points.';
comment on column data_point_chunk.valid is 'Number of points that are good or uncertain; the summaries are over those.';
comment on table staged_series is 'Points that are set aside under an id of their own until a command finishes.';

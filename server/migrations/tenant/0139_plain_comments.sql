-- Comments in plain technical English. The schema does not change.

comment on table action_firing is 'Actions that fired. An action fires once for each excursion and direction.';
comment on column action_firing.action is 'Copy of the action, as it was when it fired.';

comment on column activity.renews is
  'What completed preventive work of the activity renews, that is, makes as good as new.';
comment on column activity.fields is 'Values of further fields, by field name.';
comment on column activity.model_part is 'Id of the part in the model of the twin; null if it is not from a model.';

comment on table activity_failure_mode is
  'Failure modes that the work of an activity renews, if activity.renews is failure-modes.';

comment on column advisory.source is 'rule: created by an action of a threshold; user: created by a user.';
comment on column advisory.fields is 'Values of further fields, by field name.';

comment on table advisory_value is 'Approved values of closed advisories. Amounts are in whole dollars.';
comment on column advisory_value.closed_at is
  'Time of the closing that was approved. If the advisory is closed again, the value must be approved again.';
comment on column advisory_value.failure_cost_low is
  'Minimum cost of the failure that was avoided; null if nothing would have failed.';
comment on column advisory_value.failure_cost_high is
  'Maximum cost of the failure that was avoided; null if nothing would have failed.';
comment on column advisory_value.cost is 'Cost of the advisory: work, inspections and production stops.';

comment on column alias_mapping.old_unit is
  'UCUM code of the unit that the input had before. Undoing the mapping restores it.';

comment on table annotation is
  'Time ranges that users marked on charts, each with a text. Each belongs to a twin or to a tag.';
comment on column annotation.created_by is 'Null after the user was deleted.';
comment on column annotation.updated_at is 'Null if the annotation was never changed.';

comment on column app_user.password_temporary is
  'Whether the user must change the password before doing anything else, because another person set it.';
comment on column app_user.is_service is
  'Whether this is a service account. It cannot sign in with a password and is not shown in lists of users.';

comment on column asset.path is 'Ids from the root to the asset itself, such as /7/12/. Maintained by triggers.';
comment on column asset.class_label is 'Captions of the taxonomy entry. Maintained by triggers.';
comment on column asset.asset_twin_id is 'Twin of the asset. Maintained by triggers.';
comment on column asset.out_of_service_at is
  'Time from which the asset is out of service, which may be in the future. Null: in service.';
comment on column asset.fields is 'Values of further fields, by field name.';
comment on column asset.connection_id is
  'Connection that receives the work requests for the asset; null: the default connection of its system.';
comment on column asset.stream_id is 'Stream that the asset is imported from; null if it was created in this system.';
comment on column asset.stream_key is 'Key of the record in the other system.';
comment on column asset.gone_at is
  'Time since which the record no longer exists in the other system; null if it exists.';

comment on column benchmark.score is 'Reliability of the figures, 0 to 100; null if not rated.';
comment on column benchmark.characteristic_life is 'In days; calculated from the MTBF and the shape.';

comment on table calculation is 'Logic of each calculated tag, and the state of its evaluation.';
comment on column calculation.definition_version is
  'Incremented by triggers whenever something changes that evaluation depends on.';
comment on column calculation.evaluated_version is
  'Definition version of the stored points; null before the first evaluation.';
comment on column calculation.tracking is 'Latest states of the engine, as JSON.';
comment on column calculation.tracking_token is 'Identifies the saved states; new with each save.';
comment on column calculation.recalculated_by is 'Command that is recalculating all points; null if there is none.';
comment on column calculation.overruns is 'Number of consecutive evaluations that exceeded the step budget.';
comment on column calculation.set_aside_at is
  'Time since which evaluation is suspended because of overruns; null if it is not suspended.';
comment on column calculation.model_part is 'Id of the part in the model of the twin; null if it is not from a model.';

comment on table calculation_deviation is
  'Calculated tags without logic. Their value is the deviation of an input of a pattern protection from its expected value. The model is copied, so that the tag remains when the version or the protection is deleted.';
comment on column calculation_deviation.protection_id is 'Null after the protection was deleted.';
comment on column calculation_deviation.tag_alias_id is 'Input of the protection.';
comment on column calculation_deviation.expected is
  'Model of the expected values, in the format of pattern_version.expected.';
comment on column calculation_deviation.aliases is
  'Aliases of the inputs in calculation_input, in the order of the model.';
comment on column calculation_deviation.holds is 'For each input, how long a value is valid, in milliseconds.';
comment on column calculation_deviation.input is
  'Index in aliases, from 0, of the input whose deviation is calculated.';

comment on column calculation_input.scale is 'Value of the input = scale x value of the tag + shift.';
comment on column calculation_input.unit is
  'UCUM code of the unit in which the logic reads the input; null for no unit.';

comment on column command.run_token is 'Fencing token, incremented with each run.';

comment on column connection.configuration is 'Values of the fields of the connection type, without secrets.';
comment on column connection.secrets is 'Values of the secret fields, as encrypted JSON; null if no secret is set.';
comment on column connection.trusted_certificates is
  'SHA-256 fingerprints (hexadecimal) of server certificates that a user trusted.';
comment on column connection.token_hash is 'SHA-256 of the token of the connection; null if it has no token.';
comment on column connection.starts is
  'Incremented with each change that requires a restart: of the configuration, of a trusted certificate, or when the connection is resumed.';

comment on table connection_backfill is
  'Time ranges that must be read from the history of the other system. All times are source times.';
comment on column connection_backfill.done_to is 'Time up to which the points are stored.';
comment on column connection_backfill.points is 'Number of points read so far.';
comment on column connection_backfill.error is
  'Why the range cannot be read. The command that requested it reports this text.';
comment on column connection_backfill.command_id is
  'Command that requested the range, which may have been deleted; null if no user requested it.';

comment on table connection_group is
  'Connections of one type that can replace one another. One of them holds the lease and delivers data.';
comment on column connection_group.connection_id is 'Current or last holder of the lease.';
comment on column connection_group.runner is 'Process that runs the holder; null if no process runs it.';
comment on column connection_group.fence is
  'Fencing token, incremented each time another runner or connection takes the lease.';
comment on column connection_group.live_until is
  'Source time up to which all points of its subscriptions are stored; null if it has never run.';

comment on table connection_log is
  'Log entries of connections, filtered by the log level of each. The latest 1,000 entries of each connection are kept.';

comment on table connection_request is
  'Requests from screens to a connection, answered by the process that runs the connection. Kept for one hour.';
comment on column connection_request.taken_at is 'When a process started the request; null if it was not started.';

comment on table connection_source is 'Sources that delivered points but do not feed a tag.';

comment on table connection_state is 'Latest state of each connection, as reported by its runner.';
comment on column connection_state.starts is 'connection.starts of the run that reported; null if no run has reported.';
comment on column connection_state.retry_at is
  'Time of the next attempt. Null: a degraded connection is retried at once, a failed one only after a user changed or resumed it.';
comment on column connection_state.clock_seconds is 'Seconds by which the clock of the other system is ahead.';
comment on column connection_state.certificate_noticed is
  'End of the certificate that administrators were last warned about; null if they were never warned.';
comment on column connection_state.seen_at is
  'When a process at the plant last requested its work; null if it never did.';
comment on column connection_state.spool_points is
  'Number of points in the spool on the disk at the plant, which are not yet sent to the server.';
comment on column connection_state.spool_bytes is 'Size of these points, in bytes.';
comment on column connection_state.spool_limit is 'Maximum size of the spool, in bytes.';
comment on column connection_state.pushed_minute is
  'Latest minute in which points were pushed; null if none were pushed.';
comment on column connection_state.pushed_points is 'Number of points pushed in pushed_minute.';
comment on column connection_state.pushed_points_before is
  'Number of points pushed in the minute before pushed_minute.';
comment on column connection_state.tags_exported_at is
  'When the sheet of its tags was last requested; null if it never was.';
comment on column connection_state.tags_exported is 'Number of tags in that sheet; null if there is no sheet.';
comment on column connection_state.tags_export_error is 'Why the export failed; null if it did not fail.';
comment on column connection_state.certificate_end is
  'Earliest end of the certificates of its links, as reported by the latest run; null if unknown.';

comment on table connection_stream is
  'Kinds of records that a group of connections imports, and the progress of each import.';
comment on column connection_stream.mapping is
  'How fields of this system get their values; null: the mapping that the connector proposes.';
comment on column connection_stream.owned_fields is
  'Fields that are set by the import, so that users cannot change them.';
comment on column connection_stream.version is 'Incremented with every change of the mapping.';
comment on column connection_stream.watermark is
  'Time of the latest imported change of the other system; null if nothing was imported.';
comment on column connection_stream.last_read is 'When the import last had read all changes.';
comment on column connection_stream.last_compared is
  'When all keys of the other system were last compared with those of this system.';

comment on table consequence is 'Cost of a failure. Each row belongs to exactly one asset, twin or failure mode.';

comment on column dashboard.sharing is 'tenant: every user with access to the apps can open it.';
comment on column dashboard.owner_id is 'Null after the owner was deleted.';
comment on column dashboard.content is 'Variables, time range and cards.';

comment on column data_point_chunk.valid is
  'Number of points of good or uncertain quality. The summary columns include only these points.';

comment on table default_connection is
  'Connection that receives work requests if neither the twin nor the asset names one.';

comment on table demo_record is
  'Records that were created by the demo, and are deleted with it. A row may remain after its record was deleted.';

comment on table demo_replay is 'Progress of the replay of the demo. The table is empty if the demo is not replayed.';
comment on column demo_replay.anchor is 'When the demo was loaded. The times of the recordings are relative to it.';
comment on column demo_replay.replayed_until is 'Time up to which points and work are written.';
comment on column demo_replay.state is 'Records that the replay writes to, and a gap that must still be filled.';

comment on table disk_notice is
  'Periods in which the disk of the database was full, and of which administrators were notified. Kept for 30 days.';

comment on column display.token_hash is 'SHA-256 of the token of the display.';
comment on column display.user_id is 'User who created the display. It has the rights of this user.';
comment on column display.dashboards is 'Ids of dashboards, or names of built-in dashboards.';
comment on column display.seconds is 'For how many seconds each dashboard is shown.';
comment on column display.last_seen_at is 'Rounded down to the hour; null if the display was never opened.';

comment on table draft_simulation is 'Latest simulation of the draft of each model.';
comment on column draft_simulation.seen is
  'Checksum of the simulated draft. The results are outdated if the current draft has another checksum.';

comment on table draft_simulation_asset is 'Result of the simulation of a draft for each asset.';
comment on column draft_simulation_asset.message is 'Why the asset was refused.';
comment on column draft_simulation_asset.conflicts is
  'Number of parts that were changed in both the draft and the twin. The parts of the twin were simulated.';
comment on column draft_simulation_asset.protections is
  'For each protection, the results with the logic of the twin and with the logic of the draft.';

comment on column evaluation_due.from_times is
  'For each tag in tag_ids, the time of the earliest new or changed point, in epoch milliseconds.';

comment on column excursion.end_at is 'Null while the excursion is open.';
comment on column excursion.start_known_at is 'Point time at which evaluation detected the start.';
comment on column excursion.end_known_at is 'Point time at which evaluation detected the end.';
comment on column excursion.announced is 'Whether the start was announced, or does not have to be announced.';
comment on column excursion.continues_at is
  'Start of the excursion that this one continues, if late points split an announced excursion. Only the end of the last part is announced. Null for other excursions.';

comment on column external_sign_in.browser_hash is 'Hash of the cookie of the browser that started the sign-in.';

comment on column failure_mode.fields is 'Values of further fields, by field name.';
comment on column failure_mode.model_part is 'Id of the part in the model of the twin; null if it is not from a model.';

comment on table feed_import_row is 'Result of each row of an imported sheet of the tags that a connection feeds.';
comment on column feed_import_row.line is 'Line of the file, from 1, including the heading.';
comment on column feed_import_row.name is 'Name of the tag.';
comment on column feed_import_row.message is 'Why the row was refused; null for other rows.';

comment on column figure_alert.source is 'Figure, tag or query that is checked.';
comment on column figure_alert.card_values is 'Filters of the figure: site, class, twin and time range.';
comment on column figure_alert.release_value is 'The alert ends when the figure reaches this value; null: the limit.';
comment on column figure_alert.value is
  'Figure at the last check; null before the first check, or if the figure has no value.';
comment on column figure_alert.failed_at is 'When the last attempt to read the figure failed; null if it succeeded.';
comment on column figure_alert.failure is 'Why the last attempt failed, as shown to the user.';

comment on table figure_change is
  'Changes of figures over time: the value at an earlier time is the current value minus all later changes. Maintained by triggers.';
comment on column figure_change.figure is 'Name of the figure, as in kept_figure.';
comment on column figure_change.twin_id is
  'Without a foreign key, which would lock twins during evaluation. A trigger deletes the rows of deleted twins.';
comment on column figure_change.at is
  'Time of the change. For an advisory that is not yet overdue, this is its target date, which is in the future.';

comment on table group_dashboard is 'Start dashboard of the members of each group.';
comment on column group_dashboard.dashboard is 'Id of a dashboard, or name of a built-in dashboard.';

comment on table held_mail is 'Notifications that are sent with the next mail to their user.';
comment on column held_mail.facts is
  'Lines of the mail, each with a heading and a text. Times are in the time zone of the user.';
comment on column held_mail.grouping is 'A new notification replaces an earlier one with the same grouping.';
comment on column held_mail.group_count is 'Number of notifications that the row represents.';

comment on table idempotent_call is 'Calls with an Idempotency-Key. Kept for one day.';
comment on column idempotent_call.call is 'Method of the call and path of its route.';
comment on column idempotent_call.request_hash is
  'SHA-256 of the address and the body; encrypted, because the body may contain a password.';
comment on column idempotent_call.run is
  'Run that may execute the call. Another run can replace it if it has committed nothing for some minutes.';
comment on column idempotent_call.committed is 'Set in the transaction in which the call takes effect.';
comment on column idempotent_call.status is 'HTTP status of the response; null while the call runs.';
comment on column idempotent_call.answer is
  'Response as JSON; encrypted, because it may contain a token. Null if no response is stored.';

comment on column improvement_option.failure_mode_id is 'Null if the option is for the asset as a whole.';
comment on column improvement_option.shape is
  'Weibull shape of the new life; null: the shape of the asset or failure mode.';
comment on column improvement_option.scale is 'New characteristic life, as ISO 8601 duration.';
comment on column improvement_option.percent is 'New probability of failure by the end of the analysis, in percent.';
comment on column improvement_option.fit is 'Life data that the new life was fitted to; null if the life was entered.';

comment on table input_unit_review is 'Inputs whose unit was replaced with the unit of their tag by an upgrade.';
comment on column input_unit_review.old_unit is
  'UCUM code of the unit that the input had before. Values were never converted to it.';
comment on column input_unit_review.new_unit is
  'UCUM code of the new unit, which was the unit of the tag at the upgrade.';
comment on column input_unit_review.reviewed_at is 'Null until a user has reviewed the change.';

comment on table kept_figure is 'Figures whose changes are recorded in figure_change.';
comment on column kept_figure.known_since is 'Earlier changes are not recorded.';

comment on table list_import_row is 'Result, or previewed result, of each row of an imported file of list items.';

comment on column mail.text is 'Null after a confidential mail was sent.';
comment on column mail.html is
  'HTML version of the text, which refers to its pictures as cid:NAME; null for a plain-text mail.';

comment on table mail_picture is 'Pictures of mails, in PNG format.';
comment on column mail_picture.name is 'Content id, and file name without the extension.';
comment on column mail_picture.description is 'Alternative text of the picture.';

comment on column marked_range.failure_mode_id is
  'Null if unknown: the range then applies to every protection of the twin.';
comment on column marked_range.failed_at is
  'Time of the failure, after start_at and not after end_at; null if unknown.';

comment on table model_placement is 'Result for each asset of a command that creates twins from a model.';
comment on column model_placement.inputs is 'Name, tag, score and problem of each input.';

comment on table model_upgrade is
  'Result for each twin of a command that upgrades twins to another version of their model.';
comment on column model_upgrade.after is
  'Checksum of the twin''s definition after the upgrade. If the twin was changed since, the upgrade cannot be undone.';

comment on column notification.in_app is 'False if the notification is only sent by mail.';
comment on column notification.excursion is
  'Copy of the excursion at the time of the notification; null for other kinds, and for notifications of older releases.';

comment on column notification_event.action is
  'Action of the threshold; null if the event is for subscribers of the twin.';

comment on table package_import is 'Imported packages.';
comment on column package_import.command_id is 'Command that imported the package, which may have been deleted.';
comment on column package_import.source is 'Name of the database that the package was exported from.';
comment on column package_import.public_key is
  'Public key of the signature (SPKI in DER format, base64); null if the package was not signed.';
comment on column package_import.inverse is 'Package that undoes the import.';
comment on column package_import.after is 'SHA-256 of each imported record after the import, by kind and key.';

comment on table package_row is 'Planned action for each record of a checked package.';
comment on column package_row.differences is 'For an update: the path and both values of each difference.';

comment on table parameter_import_row is 'Result of each row of an imported file of parameter values.';
comment on column parameter_import_row.line is 'Line of the file, from 1, including the heading.';
comment on column parameter_import_row.message is 'Why the row was refused; null for other rows.';

comment on table pattern is
  'Patterns of a set. The default pattern, No match, is the answer if no other pattern matches.';
comment on column pattern.color is 'RGB color, such as #1E88E5.';

comment on table pattern_answer_change is
  'Changes of the answer of the model in service. An answer is valid until the next change.';
comment on column pattern_answer_change.pattern_id is 'Null if there is no answer.';
comment on column pattern_answer_change.refused is
  'Whether the decision trees chose another pattern, but the gate refused it.';

comment on table pattern_feedback is 'Feedback of users on answers.';
comment on column pattern_feedback.answer_id is 'Pattern that the model answered.';
comment on column pattern_feedback.pattern_id is 'Correct pattern, according to the user.';

comment on table pattern_range is
  'Time ranges that are assigned to a pattern. Ranges of a set never overlap; this is checked while the set is locked.';

comment on table pattern_set is 'Patterns of a pattern protection, with their ranges and settings.';
comment on column pattern_set.training_start is 'Training ranges must not start before this time; null: no limit.';
comment on column pattern_set.training_end is 'Training ranges must not end after this time; null: no limit.';
comment on column pattern_set.confidence is
  'Minimum share of the votes for a pattern, 0 to 1. Below it, the answer is No match.';
comment on column pattern_set.condition is
  'Xen condition over inputs of the protection. While it is not true, there is no training and no answer. Null: no condition.';
comment on column pattern_set.condition_key is
  'The condition with the ids of its inputs instead of their names. Used for the checksum.';
comment on column pattern_set.most_refused is
  'Maximum share of answers that the gate may refuse before users are notified, 0 to 1.';
comment on column pattern_set.most_wrong is
  'Maximum share of reviewed answers that may be wrong before users are notified, 0 to 1.';
comment on column pattern_set.version_in_service_id is 'Model in service; null before the first training.';
comment on column pattern_set.unfit_version is
  'Number of the version that no longer fits and of which users were notified; null while the version fits.';

comment on table pattern_training is 'Latest training of each set.';
comment on column pattern_training.checksum is 'Result of pattern_checksum when the training was requested.';
comment on column pattern_training.input is
  'Training input, as of the request. A restarted training uses the same input.';
comment on column pattern_training.version_number is
  'Number of the version that the training created; null until it is done.';

comment on table pattern_training_watcher is
  'Users who are notified when the training ends. Their rows are then deleted.';

comment on table pattern_version is 'Trained models.';
comment on column pattern_version.number is 'Number of the version within its set, from 1.';
comment on column pattern_version.checksum is
  'Checksum of the inputs, patterns, ranges and settings: the result of pattern_checksum at the start of the training.';
comment on column pattern_version.model is 'Serialized by domain/src/patterns/serialize.ts.';
comment on column pattern_version.step_seconds is 'Step of the grid in seconds.';
comment on column pattern_version.windows is 'Lengths of the windows in steps, ascending.';
comment on column pattern_version.inputs is
  'Inputs in the order of the model, as {tagAliasId, hold, mean, standardDeviation}. hold: how long a value is valid, in milliseconds.';
comment on column pattern_version.pattern_ids is
  'Pattern of each class of the model. The first one is the default pattern.';
comment on column pattern_version.bands is
  'For each class and input, the 5 % and 95 % quantiles of the values as [low, high]; null if there are no values.';
comment on column pattern_version.evaluation is 'Results of the model on held-out ranges.';
comment on column pattern_version.applied_at is 'When the version was last put into service.';
comment on column pattern_version.expected is
  'Model of the expected values, trained on the ranges of No match and serialized by domain/src/patterns/expected-bytes.ts. Null if these ranges have fewer than 50 complete rows, or if there is only one input.';
comment on column pattern_version.trained_on is
  'Name of the asset that a model from the library was trained on; null if the model was trained on this twin.';

comment on table probability is 'Probability of failure. Each row belongs to exactly one asset, twin or failure mode.';
comment on column probability.risk_analysis_value is 'Whole percent, at the end of a risk analysis.';

comment on column protection.error is 'Why the last evaluation failed; null if it succeeded.';
comment on column protection.tracking is 'Latest states of the engine, as JSON.';
comment on column protection.tracking_token is 'Identifies the saved states; new with each save.';
comment on column protection.next_change_at is 'Next time at which the result can change without new points.';
comment on column protection.definition_version is
  'Incremented by triggers whenever something changes that evaluation depends on.';
comment on column protection.dirty_flags is 'What has changed since the last evaluation.';
comment on column protection.overruns is 'Number of consecutive evaluations that exceeded the step budget.';
comment on column protection.set_aside_at is
  'Time since which evaluation is suspended because of overruns; null if it is not suspended.';
comment on column protection.stale_inputs is
  'Result of the last evaluation: the stale inputs, as {alias, since, hadPoints}. since is an ISO 8601 time.';
comment on column protection.silent_since is
  'Result of the last evaluation: time since which all watched inputs are stale; null if an input is not stale, or if none is watched.';
comment on column protection.fields is 'Values of further fields, by field name.';
comment on column protection.model_part is 'Id of the part in the model of the twin; null if it is not from a model.';

comment on column protection_alias.settings is
  'Settings of the expected interval of the input; empty if there are none.';

comment on column protection_state.begin_at is
  'Start of the state. For silent: time since which the inputs were stale.';
comment on column protection_state.end_at is
  'Null while the state lasts. For silent: when evaluation received data again.';
comment on column protection_state.planned_end_at is 'For shelved: planned end of the shelving.';
comment on column protection_state.reason is 'For shelved: reason of the shelving.';
comment on column protection_state.user_id is
  'For shelved: user who shelved the protection; null after the user was deleted.';

comment on column protection_state_start.known_since is 'States that ended earlier are not recorded.';

comment on column query.folder is 'Path of the folder, with / between its parts; empty for no folder.';
comment on column query.sharing is 'private: only the owner can run it; tenant: every user who may read records can.';
comment on column query.source is
  'Name of the record type that it reads, or series. Copied from the definition, for lists of queries.';
comment on column query.view is 'Copied from the definition, for lists of queries.';

comment on table query_use is 'Last day on which each user ran a query.';

comment on table query_version is 'Latest versions of each query.';

comment on table record is
  'Records of custom types. The columns n1 to b16 contain copies of the values of indexed fields, as assigned by record_type.slots.';
comment on column record.title is 'Created from the title template of the type.';
comment on column record.fields is 'Values of fields, by field name. Fields without a value are omitted.';
comment on column record.created_by is 'User id. Without a foreign key, which would be checked for each imported row.';
comment on column record.updated_by is 'User id. Without a foreign key, like created_by.';

comment on column record_link.cardinality is 'Cardinality of the relationship.';
comment on column record_link.from_id is 'Id of the record on the from side, of any type.';
comment on column record_link.to_id is 'Id of the record on the to side, of any type.';

comment on table record_number is 'Last number of each auto-number field. The lock of the row keeps numbers unique.';
comment on column record_number.period is
  'Year or month in which the numbers are counted, such as 2026-03; empty if numbers never restart.';

comment on table record_reminder is 'Sent reminders. Each reminder is sent once for a date.';
comment on column record_reminder.record_id is
  'Id in the table of the type. Without a foreign key: rows are deleted some time after their day.';

comment on table record_search_due is
  'Records whose search entries must be written by a job, after imports and bulk changes.';
comment on column record_search_due.record_id is
  'Without a foreign key, which would be checked for each imported row. The job deletes the rows of deleted records.';

comment on table record_tag is 'Tags that are fed by a field of records, one for each asset.';

comment on table record_type is 'Record types: built-in types, whose standard fields are fixed, and custom types.';
comment on column record_type.name is 'Identifier. Its case is kept, but ignored in comparisons.';
comment on column record_type.restricted is 'Whether its records can only be read by users who have the type assigned.';
comment on column record_type.deprecated is 'Whether no new records can be created.';
comment on column record_type.title_template is
  '{name} is replaced with the value of a field. If empty, the title is the first text.';
comment on column record_type.states is 'The first state is that of a new record; empty if the type has no states.';
comment on column record_type.fields is
  'Definitions of the fields, in the order of the form. For built-in types, only the further fields.';
comment on column record_type.slots is
  'For custom types: which columns of record contain the values of indexed fields.';

comment on table refused_record is 'Records of other systems that could not be imported yet. The import is retried.';

comment on column relationship.cardinality is
  'one-many: a record of to_type is linked to at most one record of from_type.';
comment on column relationship.from_caption is 'Heading of the linked records on a record of from_type.';
comment on column relationship.to_caption is 'Heading of the linked records on a record of to_type.';
comment on column relationship.standard is 'Whether it is built in, and cannot be changed.';

comment on column report_subscription.subject is
  'Dashboard with the values of its variables, or query with its parameters.';
comment on column report_subscription.name is 'Name of the dashboard or query when it was last read.';
comment on column report_subscription.time_zone is 'IANA name of the time zone.';
comment on column report_subscription.last_at is 'When the last mail was created; null before the first one.';
comment on column report_subscription.is_asked is 'Whether the user requested a mail outside the schedule.';
comment on column report_subscription.failed_at is 'When the last attempt failed; null if a mail was created since.';
comment on column report_subscription.failure is 'Why the last attempt failed, as shown to the user.';
comment on column report_subscription.failures is 'Number of failed attempts since the last mail.';

comment on column risk_analysis.asset_count is 'Number of assets in the analysis.';
comment on column risk_analysis.over_threshold is 'Number of assets with an opportunity, that is, over the threshold.';
comment on column risk_analysis.maximum_consequence is 'Maximum of the consequences of its assets.';
comment on column risk_analysis.risk is 'Sum of the risks of its assets.';
comment on column risk_analysis.is_outdated is
  'True until a job has recalculated all assets. It stays true if the job was stopped.';
comment on column risk_analysis.fingerprint is 'Hash of the inputs that scenarios use; null if unknown.';
comment on column risk_analysis.as_of is
  'Midnight, in the time zone of the plant, until which conditional figures assume survival; null before the first calculation.';
comment on column risk_analysis.conditional_risk is 'Sum of the conditional risks of its assets.';
comment on column risk_analysis.without_conditional is 'Number of assets that have a risk but no conditional risk.';
comment on column risk_analysis.fields is 'Values of further fields, by field name.';

comment on table risk_analysis_asset is
  'Assets of an analysis, with their inputs and the figures calculated from them.';
comment on column risk_analysis_asset.own_consequence is
  'Cost of a failure in this analysis; null: the cost given by the twin or the asset.';
comment on column risk_analysis_asset.scale is 'Characteristic life, as ISO 8601 duration.';
comment on column risk_analysis_asset.days is 'Number of days that the asset runs during the analysis.';
comment on column risk_analysis_asset.percent is
  'Probability of failure in percent, before it is rounded down to a whole percent.';
comment on column risk_analysis_asset.conditional_percent is
  'Probability of failure by the end of the analysis if the asset survives until risk_analysis.as_of. In percent, before rounding down.';
comment on column risk_analysis_asset.renewed_at is
  'Last renewal of the asset, or its start. The age of the asset is measured from this time.';
comment on column risk_analysis_asset.under_repair is
  'Whether a repair is open. If so, there is no conditional probability.';

comment on table risk_analysis_probability is 'Ids are generated by the sequence of the table probability.';
comment on column risk_analysis_probability.failure_mode_id is
  'Null if the probability is that of the asset as a whole.';

comment on column risk_history.failure_mode_id is 'Null if the row is for the twin as a whole.';
comment on column risk_history.name is 'Name of the asset or the failure mode when the row was written.';
comment on column risk_history.from_day is 'First day on which the figures are valid.';
comment on column risk_history.until_day is
  'First day on which the figures are no longer valid; null while they are valid.';
comment on column risk_history.probability is 'Probability of failure at the end of the day, in whole percent.';
comment on column risk_history.consequence is 'Cost of a failure; null for a twin that has no cost of its own.';
comment on column risk_history.risk is 'Amount of money; null if a probability or consequence is missing.';
comment on column risk_history.level is 'Highest level of the twin on the day; null for a failure mode.';

comment on column risk_history_state.first_day is 'First day of the history.';
comment on column risk_history_state.recorded_day is
  'Latest day whose start was recorded. Levels of earlier days are final.';

comment on table saved_view is 'Filters, sort order and columns of the list of a record type, or of another list.';
comment on column saved_view.type_id is 'Record type; null for another list.';
comment on column saved_view.parameters is 'Query parameters in the address of the list page.';
comment on column saved_view.list is 'Name of a list that does not show records of a type.';

comment on column scenario.totals is 'Totals of the scenario, and the selection for a budget.';
comment on column scenario.fingerprint is
  'Fingerprint of the analysis when the scenario was created; null if an earlier release created it.';

comment on column scenario_asset.improve is 'Whether the asset was marked for improvement, or had options.';
comment on column scenario_asset.improved_scale_days is 'Characteristic life after the improvement, in days.';
comment on column scenario_asset.percent is 'Probability of failure in percent, before rounding down.';
comment on column scenario_asset.improved_percent is
  'Probability of failure after the improvement, in percent, before rounding down.';
comment on column scenario_asset.options is 'Options that improve the asset; empty if it is not improved.';

comment on table search_entry is 'Search index. Written by triggers, and by a job after imports and bulk changes.';
comment on column search_entry.search_text is 'Searchable text in lower case.';
comment on column search_entry.second_name is
  'Second name of the record: the id of an asset, or the caption of a tag; null if there is none.';

comment on table service_account is
  'Additional data of a service account. Its name, groups and record types belong to its user.';
comment on column service_account.scopes is
  'read, write, administer: what its tokens may do, within the rights of its user.';
comment on column service_account.created_by is 'User name of the creator.';
comment on column service_account.last_used_at is 'Rounded down to the minute; null if it has never made a call.';

comment on table service_token is 'Tokens of service accounts: the current one and, for some hours, the previous one.';

comment on column session.public_id is 'Id by which its user identifies the session.';

comment on column shelving.user_id is 'User who shelved the protection; null after the user was deleted.';

comment on column simulation.input is 'Everything that is simulated, as of the request.';

comment on table simulation_answer is 'Answers that a simulation found, split into pieces.';
comment on column simulation_answer.pattern_id is 'Null if there is no answer.';

comment on table simulation_level is
  'Levels according to the saved logic, split into pieces. The first one is the level at the start of the range.';
comment on column simulation_level.driving is 'Indexes of the driving thresholds; null for the default level.';

comment on table staged_series is
  'Staging areas. Until a command finishes, its points are stored under the id of a staging area instead of a tag.';

comment on table stream_tag is 'Tag of the work of an asset, by the code of the type of work in the other system.';

comment on column structure.standard is 'Whether it is built in, and cannot be changed.';

comment on column structure_relationship.position is
  'From 0. If several relationships place a record below others, the first one applies.';
comment on column structure_relationship.cardinality is 'Cardinality of the relationship.';

comment on column tag.fields is 'Values of further fields, by field name.';
comment on column tag.connection_group_id is
  'Connections that feed the tag by its source; null if no connection feeds it.';
comment on column tag.factor is 'Value of the tag = factor x delivered value + value_offset.';

comment on column tag_alias.twin_id is 'Owner: the input belongs to either a twin or a calculated tag.';
comment on column tag_alias.calculated_tag_id is 'Owner: the input belongs to either a twin or a calculated tag.';
comment on column tag_alias.follows_alias_id is
  'For an input of a calculated tag: the alias of the twin whose mapping it follows.';
comment on column tag_alias.model_part is 'Id of the part in the model of the twin; null if it is not from a model.';

comment on table tag_gap is 'Time ranges without points, because the other system has no history for them.';

comment on column threshold.rationalization is
  'Cause, consequence, response and time to respond (ISO 8601 duration) of the alarm; null if it has no rationalization.';
comment on column threshold.model_part is 'Id of the part in the model of the twin; null if it is not from a model.';

comment on column twin.version is
  'Optimistic-lock version. Changes of the probability and the consequence also increment it.';
comment on column twin.silent_since is
  'Time since which all protections at the level of the twin are silent; null if one is not silent. Written by evaluation only.';
comment on column twin.fields is 'Values of further fields, by field name.';
comment on column twin.model_version_id is
  'Version of the model that the twin was created from or upgraded to; null without a model.';
comment on column twin.connection_id is
  'Connection that receives the work requests for the twin; null: the connection of the asset.';

comment on table twin_model is 'Models of the library, from which twins of a class of assets are created.';
comment on column twin_model.active is 'False if the model is retired.';
comment on column twin_model.taxonomy_id is 'Category, class or type of the assets that the model is for.';
comment on column twin_model.model is 'Model name given by the manufacturer.';
comment on column twin_model.is_starter is 'Whether the model was loaded with the tenant.';
comment on column twin_model.created_by is
  'Creator, who can see the model while it is private. Null after the user was deleted.';
comment on column twin_model.version is 'Optimistic-lock version. Changes of the draft also increment it.';

comment on column twin_model_version.definition is 'Never changed after publication.';
comment on column twin_model_version.published_by is 'Null for a draft, and after the user was deleted.';

comment on table twin_parameter is 'Constants of a twin that its logic and texts refer to.';
comment on column twin_parameter.value is 'Number, or ISO 8601 duration for an interval; null if no value is set.';
comment on column twin_parameter.model_part is
  'Id of the part in the model of the twin; null if it is not from a model.';

comment on column unit.is_deprecated is 'Whether it is no longer offered for selection.';

comment on column unlogged_excursion.continues_at is 'Like excursion.continues_at.';

comment on column value_list.is_standard is 'Whether the list is built in.';
comment on column value_list.has_fixed_items is
  'Whether the codes are those of a standard. If so, items cannot be added or removed.';

comment on column value_list_item.value is
  'Stored and transmitted value. In a coloured or simple list, it equals the caption.';
comment on column value_list_item.color is 'RGB color, such as #E0E0E0; null unless the list is coloured.';
comment on column value_list_item.is_default is 'Whether the item is preselected in forms.';
comment on column value_list_item.is_standard is
  'Whether the item is built in. If so, its value and category cannot be changed.';
comment on column value_list_item.is_deprecated is 'Whether it is no longer offered for selection.';

comment on column webhook.minimum_level is 'Minimum level of the events; null: all levels.';
comment on column webhook.secrets is 'Current and previous signing secret, as encrypted JSON.';
comment on column webhook.replaced_until is 'Time until which messages are also signed with the previous secret.';
comment on column webhook.is_stopped is 'Whether the webhook was paused automatically, after a day of failures.';
comment on column webhook.failing_since is 'Time since which deliveries have failed; null if the last one succeeded.';
comment on column webhook.message is 'Why deliveries fail, or why the webhook was stopped.';

comment on table webhook_attempt is 'Attempts to deliver messages.';
comment on column webhook_attempt.status is 'HTTP status of the response; null if there was no response.';
comment on column webhook_attempt.answer is 'Start of the response, or the reason why there was none.';

comment on column webhook_message.key is
  'Id by which the receiver recognizes repeated messages. The same for all attempts.';
comment on column webhook_message.source is
  'Event that is sent only once, such as the start of an excursion; null for other events.';
comment on column webhook_message.body is 'JSON, exactly as it is signed and sent.';

comment on column work.number is 'Order number, unique within the tag.';
comment on column work.fields is 'Values of further fields, by field name.';
comment on column work.stream_id is 'Stream that the work is imported from; null if it was created in this system.';
comment on column work.stream_key is 'Key of the record in the other system.';
comment on column work.request_key is 'Key of the work request that led to the work; null if unknown.';
comment on column work.gone_at is
  'Time since which the record no longer exists in the other system; null if it exists.';

comment on column work_request.connection_id is
  'Connection that receives the request. Chosen before the first attempt and then kept. Null if there is no connection.';
comment on column work_request.attempts is 'Number of attempts so far, including a successful one.';
comment on column work_request.retry_at is 'Earliest time of the next attempt; null: at once.';
comment on column work_request.taken_until is 'Time until which a running attempt reserves the request.';
comment on column work_request.checked_at is 'When the state in the other system was last read.';
comment on column work_request.phase is 'Phase of the work in the other system; null if unknown.';

-- Pattern protections: patterns, the ranges that they are learned from, and the models trained on them.

create table pattern_set (
  id int generated always as identity primary key,
  protection_id int not null unique references protection on delete cascade,
  version int not null default 1,
  training_start timestamptz(3),
  training_end timestamptz(3),
  strictness text not null default 'normal' check (strictness in ('lenient', 'normal', 'strict')),
  confidence double precision not null default 0.25 check (confidence between 0 and 1),
  step_seconds int check (step_seconds > 0),
  condition text,
  condition_key text,
  most_refused double precision not null default 0.2 check (most_refused between 0 and 1),
  most_wrong double precision not null default 0.2 check (most_wrong between 0 and 1),
  check (training_start < training_end)
);
comment on table pattern_set is 'The patterns of a pattern protection with their ranges and settings.';
comment on column pattern_set.version is 'Optimistic-lock version.';
comment on column pattern_set.training_start is 'Training ranges lie from here on; null: anywhere.';
comment on column pattern_set.training_end is 'Training ranges lie before; null: anywhere.';
comment on column pattern_set.confidence is 'Least share of the votes for a pattern, 0 to 1; below it the answer is No match.';
comment on column pattern_set.step_seconds is 'Step of the grid in seconds; null: the median interval of the slowest input.';
comment on column pattern_set.condition is 'Xen condition over inputs of the protection: no training and no answer while it is not true; null: always.';
comment on column pattern_set.condition_key is 'The condition with the ids of its inputs in place of their names: what the checksum is of.';
comment on column pattern_set.most_refused is 'Share of answers that the gate may refuse, 0 to 1, before a notice.';
comment on column pattern_set.most_wrong is 'Share of judged answers that may be wrong, 0 to 1, before a notice.';

create table pattern (
  id int generated always as identity primary key,
  pattern_set_id int not null references pattern_set on delete cascade,
  position int not null,
  name text not null,
  is_default boolean not null default false,
  color text not null,
  unique (pattern_set_id, name) deferrable initially deferred,
  unique (pattern_set_id, position) deferrable initially deferred
);
create unique index pattern_default on pattern (pattern_set_id) where is_default;
comment on table pattern is 'A pattern of a set. The default one is No match: what is like none of the others.';
comment on column pattern.color is 'As in #1E88E5.';

create table pattern_range (
  id int generated always as identity primary key,
  pattern_set_id int not null references pattern_set on delete cascade,
  pattern_id int not null references pattern on delete cascade,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  unique (pattern_set_id, start_at),
  check (start_at < end_at)
);
create index pattern_range_pattern on pattern_range (pattern_id);
comment on table pattern_range is 'A stretch of time given to a pattern. Those of a set overlap none: checked with the set locked.';
comment on column pattern_range.start_at is 'Inclusive.';
comment on column pattern_range.end_at is 'Exclusive.';

create table pattern_version (
  id int generated always as identity primary key,
  pattern_set_id int not null references pattern_set on delete cascade,
  number int not null,
  checksum text not null,
  model bytea not null,
  model_checksum text not null,
  step_seconds int not null,
  windows int[] not null,
  strictness text not null check (strictness in ('lenient', 'normal', 'strict')),
  condition text,
  inputs jsonb not null,
  pattern_ids int[] not null,
  bands jsonb not null,
  evaluation jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by int references app_user on delete set null,
  applied_at timestamptz(3),
  unique (pattern_set_id, number)
);
comment on table pattern_version is 'A trained model.';
comment on column pattern_version.number is 'From 1, by set.';
comment on column pattern_version.checksum is 'Of the inputs, patterns, ranges and settings it was trained on: pattern_checksum at the start of the training.';
comment on column pattern_version.model is 'As serialised by domain/src/patterns/serialize.ts.';
comment on column pattern_version.model_checksum is 'SHA-256 of the model, hexadecimal.';
comment on column pattern_version.step_seconds is 'Step of its grid in seconds.';
comment on column pattern_version.windows is 'Lengths of its windows in steps, ascending.';
comment on column pattern_version.inputs is 'In the order of the model: {tagAliasId, hold, mean, standardDeviation}; hold: milliseconds for which a value holds.';
comment on column pattern_version.pattern_ids is 'Pattern by class of the model, the default one first.';
comment on column pattern_version.bands is 'By class and input: the 5 % and the 95 % quantile of the values, [low, high]; null without a value.';
comment on column pattern_version.evaluation is 'How it fares on held-out ranges.';
comment on column pattern_version.applied_at is 'When it was last put in service.';

alter table pattern_set add column version_in_service_id int references pattern_version;
comment on column pattern_set.version_in_service_id is 'The model that answers; null before the first training.';

create table pattern_training (
  pattern_set_id int primary key references pattern_set on delete cascade,
  command_id uuid not null,
  requested_at timestamptz(3) not null default now(),
  requested_by int references app_user on delete set null,
  status text not null default 'queued'
    check (status in ('queued', 'initializing', 'processing', 'finalizing', 'done', 'error', 'canceled')),
  status_at timestamptz(3) not null default now(),
  percent int not null default 0 check (percent between 0 and 100),
  log text[] not null default '{}',
  checksum text not null,
  input jsonb not null,
  error text,
  version_number int
);
comment on table pattern_training is 'The latest training of a set.';
comment on column pattern_training.checksum is 'pattern_checksum when it was asked for.';
comment on column pattern_training.input is 'What it trains on, as of the request: a restart trains on the same.';
comment on column pattern_training.version_number is 'Of the version that it made; null until it is done.';

create table pattern_training_watcher (
  pattern_set_id int not null references pattern_training on delete cascade,
  user_id int not null references app_user on delete cascade,
  primary key (pattern_set_id, user_id)
);
comment on table pattern_training_watcher is 'Users who are notified when the training ends; emptied then.';

create table pattern_feedback (
  id int generated always as identity primary key,
  pattern_set_id int not null references pattern_set on delete cascade,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  answer_id int references pattern on delete set null,
  is_right boolean not null,
  pattern_id int references pattern on delete set null,
  user_id int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  unique (pattern_set_id, start_at, end_at)
);
comment on table pattern_feedback is 'What people say of answers.';
comment on column pattern_feedback.answer_id is 'The pattern that was answered.';
comment on column pattern_feedback.pattern_id is 'The pattern that it was.';

-- The answers of the models of pattern protections over time, as changes: each holds until the next.

create table pattern_answer_change (
  protection_id int not null references protection on delete cascade,
  at timestamptz(3) not null,
  pattern_id int references pattern on delete set null,
  refused boolean not null,
  primary key (protection_id, at)
);
create index pattern_answer_change_pattern on pattern_answer_change (pattern_id);
comment on table pattern_answer_change is 'The answer of the model in service, as changes: each holds until the next.';
comment on column pattern_answer_change.pattern_id is 'Null: no answer.';
comment on column pattern_answer_change.refused is 'Whether the trees named another pattern, and the gate refused it.';

create table simulation_answer (
  simulation_id int not null references simulation on delete cascade,
  piece int not null,
  at bigint[] not null,
  pattern_id int[] not null,
  refused boolean[] not null,
  primary key (simulation_id, piece)
);
comment on table simulation_answer is 'The answers that a simulation found, in pieces.';
comment on column simulation_answer.at is 'Epoch milliseconds, ascending over all pieces.';
comment on column simulation_answer.pattern_id is 'Null: no answer.';

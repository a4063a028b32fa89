-- What each input of a pattern protection is expected to be, and calculated tags of how far it is from that.

alter table pattern_version add column expected bytea;
comment on column pattern_version.expected is
  'Expected values learned on the ranges of No match, as serialised by domain/src/patterns/expected-bytes.ts; null with fewer than 50 complete rows of it, or a single input.';

create table calculation_deviation (
  tag_id int primary key references calculation on delete cascade,
  protection_id int references protection on delete set null,
  tag_alias_id int not null,
  version_number int not null,
  expected bytea not null,
  step_seconds int not null check (step_seconds > 0),
  aliases text[] not null,
  holds double precision[] not null,
  input int not null
);
create index calculation_deviation_protection on calculation_deviation (protection_id);
comment on table calculation_deviation is
  'Calculated tags without logic: how far an input of a pattern protection is from its expected value. A copy of the model, so that the tag outlives the version and the protection.';
comment on column calculation_deviation.protection_id is 'Null where it was deleted.';
comment on column calculation_deviation.tag_alias_id is 'The input of the protection.';
comment on column calculation_deviation.version_number is 'Version of the model.';
comment on column calculation_deviation.expected is 'As pattern_version.expected.';
comment on column calculation_deviation.step_seconds is 'Step of the grid in seconds.';
comment on column calculation_deviation.aliases is 'Inputs in the order of the model: aliases of calculation_input.';
comment on column calculation_deviation.holds is 'By input, for how many milliseconds a value holds.';
comment on column calculation_deviation.input is 'Index of the input into aliases, from 0.';

-- Simulations of drafts of twin models on chosen assets.

create table draft_simulation (
  model_id int primary key references twin_model on delete cascade,
  command_id uuid not null unique references command on delete cascade,
  range_start timestamptz(3) not null,
  range_end timestamptz(3) not null,
  seen text not null,
  check (range_start < range_end)
);
comment on table draft_simulation is 'The newest simulation of a draft, one for each model.';
comment on column draft_simulation.seen is 'Checksum of the draft that is simulated: of another one the results are stale.';

create table draft_simulation_asset (
  command_id uuid not null references draft_simulation (command_id) on delete cascade,
  asset_id int not null references asset on delete cascade,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'simulated', 'refused')),
  message text,
  conflicts int not null default 0,
  protections jsonb not null default '[]',
  primary key (command_id, asset_id)
);
create index draft_simulation_asset_of_asset on draft_simulation_asset (asset_id);
comment on table draft_simulation_asset is 'What a draft came to on each asset.';
comment on column draft_simulation_asset.message is 'Why it was refused.';
comment on column draft_simulation_asset.conflicts is 'Parts that the draft and the twin both changed: the twin''s were simulated.';
comment on column draft_simulation_asset.protections is 'Of each protection what the twin''s logic and the draft''s found.';

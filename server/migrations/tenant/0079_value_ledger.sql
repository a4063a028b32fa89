-- What closed advisories were worth, as people approved it.

create table advisory_value (
  advisory_id int primary key references advisory on delete cascade,
  closed_at timestamptz(3) not null,
  failure_cost_low int check (failure_cost_low >= 0),
  failure_cost_high int check (failure_cost_high >= failure_cost_low),
  cost int not null check (cost >= 0),
  note text not null default '',
  approved_by int references app_user on delete set null,
  approved_at timestamptz(3) not null default now(),
  version int not null default 1,
  check ((failure_cost_low is null) = (failure_cost_high is null))
);
create index advisory_value_approved_by on advisory_value (approved_by);
create index advisory_closed on advisory (closed_at desc) where state = 'closed';
comment on table advisory_value is 'What closed advisories were worth, as approved. Whole dollars.';
comment on column advisory_value.closed_at is 'When the advisory was closed that was approved: one closed again is to be approved anew.';
comment on column advisory_value.failure_cost_low is 'Least that the failure would have cost; null where nothing would have failed.';
comment on column advisory_value.failure_cost_high is 'Most that the failure would have cost; null where nothing would have failed.';
comment on column advisory_value.cost is 'What the advisory cost: work, inspection, stops.';
comment on column advisory_value.approved_by is 'Null after the user was deleted.';
comment on column advisory_value.version is 'Optimistic-lock version.';

-- What thresholds' actions did, advisories and what belongs to them, and the lists that they choose from.

-- Each action that fired, once for an excursion and a direction.
create table action_firing (
  id bigint generated always as identity primary key,
  protection_id int not null references protection on delete cascade,
  threshold_id int not null references threshold on delete cascade,
  -- Its id within the threshold
  action_id text not null,
  type text not null check (type in ('notify', 'advisory')),
  excursion_start timestamptz(3) not null,
  direction text not null check (direction in ('enter', 'exit')),
  -- In the points' own time: when what it fired for became known
  at timestamptz(3) not null,
  -- The action as it was then
  action jsonb not null,
  created_at timestamptz(3) not null default now(),
  -- When what it asks for was done: at once, but for advisories, which a job makes
  handled_at timestamptz(3),
  unique (threshold_id, excursion_start, action_id, direction)
);
create index action_firing_protection on action_firing (protection_id, at);
create index action_firing_unhandled on action_firing (id) where handled_at is null;

-- Values that fields are chosen from.
create table value_list (
  id int generated always as identity primary key,
  name text not null unique,
  description text not null default '',
  -- Text or number
  data_type text not null default 'C' check (data_type in ('C', 'N')),
  -- What its items are told apart by, such as the system that knows them; empty where all belong together
  categories text[] not null default '{}',
  is_standard boolean not null default false
);

create table value_list_item (
  id int generated always as identity primary key,
  list_id int not null references value_list on delete cascade,
  category text,
  position int not null,
  value text not null,
  caption text not null,
  unique nulls not distinct (list_id, category, value)
);

-- The list of remediations keeps its id for ever: screens ask for it by that.
insert into value_list (id, name, description, data_type, categories, is_standard) overriding system value values
  (1, 'REMEDIATION', 'What was done about an advisory: maintenance activities of ISO 14224, table B.5', 'C', '{}', true),
  (2, 'WORK_REQUEST_PRIORITY', 'How urgent a work request is', 'C', '{SAP,HEXAGON,MAXIMO}', true),
  (3, 'WORK_REQUEST_TYPES', 'What kind of work is requested', 'C', '{SAP,HEXAGON,MAXIMO}', true),
  (4, 'WORK_REQUEST_STATUS', 'How far a work request is', 'C', '{SAP,HEXAGON,MAXIMO}', true);
select setval(pg_get_serial_sequence('value_list', 'id'), 100);

insert into value_list_item (list_id, category, position, value, caption)
select list_id, category, row_number() over (partition by list_id, category order by at), value, caption
from (values
  (1, null, 1, '1', 'Replace'),
  (1, null, 2, '2', 'Repair'),
  (1, null, 3, '3', 'Modify'),
  (1, null, 4, '4', 'Adjust'),
  (1, null, 5, '5', 'Refit'),
  (1, null, 6, '6', 'Check'),
  (1, null, 7, '7', 'Service'),
  (1, null, 8, '8', 'Test'),
  (1, null, 9, '9', 'Inspection'),
  (1, null, 10, '10', 'Overhaul'),
  (1, null, 11, '11', 'Combination'),
  (1, null, 12, '12', 'Other'),
  (1, null, 13, '0', 'None'),
  (2, 'SAP', 1, '1', 'Very high'),
  (2, 'SAP', 2, '2', 'High'),
  (2, 'SAP', 3, '3', 'Medium'),
  (2, 'SAP', 4, '4', 'Low'),
  (2, 'HEXAGON', 1, 'H', 'High'),
  (2, 'HEXAGON', 2, 'M', 'Medium'),
  (2, 'HEXAGON', 3, 'L', 'Low'),
  (2, 'MAXIMO', 1, '1', 'Urgent'),
  (2, 'MAXIMO', 2, '2', 'High'),
  (2, 'MAXIMO', 3, '3', 'Medium'),
  (2, 'MAXIMO', 4, '4', 'Low'),
  (3, 'SAP', 1, 'M1', 'Maintenance request'),
  (3, 'SAP', 2, 'M2', 'Malfunction report'),
  (3, 'SAP', 3, 'M3', 'Activity report'),
  (3, 'HEXAGON', 1, 'BRKD', 'Breakdown'),
  (3, 'HEXAGON', 2, 'JOB', 'Job'),
  (3, 'HEXAGON', 3, 'PPM', 'Preventive maintenance'),
  (3, 'MAXIMO', 1, 'SR', 'Service request'),
  (3, 'MAXIMO', 2, 'INCIDENT', 'Incident'),
  (3, 'MAXIMO', 3, 'PROBLEM', 'Problem'),
  (4, 'SAP', 1, 'OSNO', 'Outstanding'),
  (4, 'SAP', 2, 'NOPR', 'In process'),
  (4, 'SAP', 3, 'ORAS', 'Order assigned'),
  (4, 'SAP', 4, 'NOCO', 'Completed'),
  (4, 'HEXAGON', 1, 'Q', 'Requested'),
  (4, 'HEXAGON', 2, 'R', 'Released'),
  (4, 'HEXAGON', 3, 'REJ', 'Rejected'),
  (4, 'HEXAGON', 4, 'C', 'Completed'),
  (4, 'MAXIMO', 1, 'NEW', 'New'),
  (4, 'MAXIMO', 2, 'QUEUED', 'Queued'),
  (4, 'MAXIMO', 3, 'INPROG', 'In progress'),
  (4, 'MAXIMO', 4, 'PENDING', 'Pending'),
  (4, 'MAXIMO', 5, 'RESOLVED', 'Resolved'),
  (4, 'MAXIMO', 6, 'CLOSED', 'Closed')
) as standard (list_id, category, at, value, caption);

create table advisory (
  id int generated always as identity primary key,
  twin_id int not null references twin on delete cascade,
  protection_id int references protection on delete set null,
  threshold_id int references threshold on delete set null,
  -- Made by a threshold's action, or by hand
  source text not null check (source in ('rule', 'user')),
  name text not null,
  comment text not null default '',
  state text not null check (state in ('draft', 'submitted', 'rejected', 'active', 'canceled', 'closed')),
  -- Of the threshold, as it was then
  level smallint check (level between 0 and 1000),
  activity_id int references activity on delete set null,
  priority int check (priority between 0 and 1000),
  -- ISO 8601 length of time, from when it becomes active
  target_horizon text,
  target_at timestamptz(3),
  -- The work that is requested when it becomes active
  work jsonb,
  remediation_id int references value_list_item,
  outcome text check (outcome in ('confirmed', 'prevented', 'false-alarm', 'no-action')),
  created_by int references app_user on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  activated_at timestamptz(3),
  closed_at timestamptz(3),
  version int not null default 1,
  check (state <> 'closed' or (remediation_id is not null and outcome is not null))
);
create index advisory_twin on advisory (twin_id, state);
create index advisory_protection on advisory (protection_id, outcome);
create index advisory_threshold on advisory (threshold_id, state);
create index advisory_created on advisory (created_at desc, id);
create index advisory_target on advisory (target_at) where state = 'active';

create table advisory_reviewer (
  advisory_id int not null references advisory on delete cascade,
  user_id int references app_user on delete cascade,
  group_name text references user_group on delete cascade,
  check (num_nonnulls(user_id, group_name) = 1),
  unique nulls not distinct (advisory_id, user_id, group_name)
);
create index advisory_reviewer_user on advisory_reviewer (user_id);
create index advisory_reviewer_group on advisory_reviewer (group_name);

create table advisory_failure_mode (
  advisory_id int not null references advisory on delete cascade,
  failure_mode_id int not null references failure_mode on delete cascade,
  primary key (advisory_id, failure_mode_id)
);
create index advisory_failure_mode_mode on advisory_failure_mode (failure_mode_id);

-- The excursions that it is about.
create table advisory_occurrence (
  advisory_id int not null references advisory on delete cascade,
  start_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (advisory_id, start_at)
);

create table advisory_comment (
  id int generated always as identity primary key,
  advisory_id int not null references advisory on delete cascade,
  user_id int references app_user on delete set null,
  text text not null,
  created_at timestamptz(3) not null default now()
);
create index advisory_comment_advisory on advisory_comment (advisory_id);

create table advisory_attachment (
  id int generated always as identity primary key,
  advisory_id int not null references advisory on delete cascade,
  name text not null,
  type text not null,
  size int not null,
  data bytea not null,
  user_id int references app_user on delete set null,
  created_at timestamptz(3) not null default now()
);
create index advisory_attachment_advisory on advisory_attachment (advisory_id);
alter table advisory_attachment alter column data set storage external;

-- What became of it: from which state to which, by whom and why.
create table advisory_change (
  id bigint generated always as identity primary key,
  advisory_id int not null references advisory on delete cascade,
  at timestamptz(3) not null default clock_timestamp(),
  -- Null for what the system did by itself
  user_id int references app_user on delete set null,
  action text not null,
  from_state text,
  to_state text,
  reason text not null default ''
);
create index advisory_change_advisory on advisory_change (advisory_id, id);

-- Requests of work on their way to the system that keeps it: one an advisory, however often it becomes active.
create table work_request (
  id int generated always as identity primary key,
  advisory_id int not null unique references advisory on delete cascade,
  -- By which the other system tells that it has this one already
  idempotency_key uuid not null unique default gen_random_uuid(),
  request jsonb not null,
  -- Null until it was sent
  sent_at timestamptz(3),
  -- Its number there, and its status as it was last heard of
  number text,
  status text,
  error text,
  created_at timestamptz(3) not null default now()
);
create index work_request_unsent on work_request (id) where sent_at is null;

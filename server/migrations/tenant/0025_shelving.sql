-- Protections over the whole plant: put aside for a while, listed worst first, and judged by how often they speak.

-- A protection that is here is evaluated as ever, but tells nobody, and its twin's level does without it. It is
-- here until a job takes it away, at most some seconds after its time, or somebody does before that.
create table shelving (
  protection_id int primary key references protection on delete cascade,
  until timestamptz(3) not null,
  since timestamptz(3) not null default now(),
  user_id int references app_user on delete set null,
  reason text not null
);
create index shelving_until on shelving (until);
create index shelving_user on shelving (user_id);

-- The list of protections, worst first, goes by the index without sorting.
drop index protection_level;
create index protection_level on protection (level desc nulls last, id);

-- What is open now, how long each has been, and what began in a window, without going to the table.
create index excursion_open on excursion (protection_id, start_at) where end_at is null;
drop index excursion_start;
create index excursion_start on excursion (start_at desc nulls last, id) include (protection_id, threshold_id);

-- Fencing of commands, staging by run, and fair queues.

-- Counts the runs of the command and is the fencing token of the current one: a transaction of a run commits only
-- while the token is still its own.
alter table command add column run_token int not null default 0;

-- A user's unfinished commands decide the priority of their next one.
create index command_unfinished on command (created_by) where status in ('queued', 'running');

-- Points that a run puts aside until it swaps them in, as those of a tag with a negative id. Each run has its own.
create table staged_series (
  id int generated always as identity (start with -1 increment by -1 minvalue -2147483647 maxvalue -1) primary key,
  -- The command whose run staged them.
  owner uuid not null
);
create index staged_series_owner on staged_series (owner);
-- Until now one id a tag. An unfinished recalculation begins again.
delete from data_point_chunk where tag_id < 0;

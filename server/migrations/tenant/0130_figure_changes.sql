-- What the counted figures of the plant changed by, for the course of number cards.

create table figure_change (
  figure text not null,
  twin_id int not null,
  at timestamptz not null,
  change int not null check (change <> 0)
);
create index figure_change_time on figure_change (figure, at) include (twin_id, change);
create index figure_change_twin on figure_change (twin_id, figure, at) include (change);
comment on table figure_change is
  'A figure was at an earlier time what it is now without the changes since then. Kept by triggers.';
comment on column figure_change.figure is 'As in kept_figure.';
comment on column figure_change.twin_id is
  'Deleted with the twin by a trigger: a foreign key would lock twins while evaluation writes.';
comment on column figure_change.at is 'Of an advisory that will be overdue: its target date, which is ahead.';

create table kept_figure (
  figure text primary key,
  known_since timestamptz not null default now()
);
comment on table kept_figure is 'The figures whose changes are kept.';
comment on column kept_figure.known_since is 'What changed before it is not kept.';

insert into kept_figure (figure) values ('twins-above-zero'), ('silent-twins'), ('stale-protections'),
  ('failed-protections'), ('stale-inputs'), ('overdue-advisories');
insert into figure_change (figure, twin_id, at, change)
select 'overdue-advisories', twin_id, target_at, 1 from advisory where state = 'active' and target_at >= now();

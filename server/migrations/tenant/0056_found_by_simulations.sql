-- A simulation may find hundreds of thousands of excursions and levels. Storing one costs less without a check of its
-- foreign key and with one index in place of two; levels are stored in pieces.

alter table simulation_excursion
  drop constraint simulation_excursion_simulation_id_fkey,
  drop constraint simulation_excursion_pkey,
  add primary key (simulation_id, variant, start_at, threshold);
drop index simulation_excursion_start;
comment on column simulation_excursion.simulation_id is
  'Without a foreign key: a trigger deletes the rows of a deleted simulation.';

alter table simulation_level rename to simulation_level_row;
create table simulation_level (
  simulation_id int not null references simulation on delete cascade,
  piece int not null,
  at bigint[] not null,
  level smallint[] not null,
  driving smallint[] not null,
  primary key (simulation_id, piece),
  check (cardinality(at) = cardinality(level) and cardinality(at) = cardinality(driving))
);
comment on table simulation_level is
  'Levels that the saved logic led to, in pieces; the first is the one that held at the start of the range.';
comment on column simulation_level.at is 'Epoch milliseconds, ascending over all pieces.';
comment on column simulation_level.driving is 'Indexes of the driving thresholds; null where the level is the default.';
insert into simulation_level (simulation_id, piece, at, level, driving)
select simulation_id, 0, array_agg((extract(epoch from at) * 1000)::bigint order by at), array_agg(level order by at),
  array_agg(driving order by at)
from simulation_level_row group by simulation_id;
drop table simulation_level_row;

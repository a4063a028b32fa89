-- What is to be evaluated, and what an evaluation must know to be taken back.

-- Protections whose inputs have points that were not evaluated yet, from the earliest of them on.
create table evaluation_due (
  protection_id int primary key references protection on delete cascade,
  -- Epoch milliseconds of the earliest new point; null to evaluate from the beginning
  since bigint,
  created_at timestamptz not null default now()
);
create index evaluation_due_created on evaluation_due (created_at);

-- When an excursion's start and end became known, in the points' own time: later than they are by the
-- delays. A late point takes the evaluation back to a saved state and with it what became known since.
alter table excursion
  add column start_known_at timestamptz(3) not null,
  add column end_known_at timestamptz(3);

-- The next moment at which passing time alone can change the protection's answer.
alter table protection add column next_change_at timestamptz(3);
create index protection_next_change on protection (next_change_at) where next_change_at is not null;

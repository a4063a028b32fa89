-- A protection without an evaluation yet announces what begins after this time.
alter table protection add live_since timestamptz not null default now();

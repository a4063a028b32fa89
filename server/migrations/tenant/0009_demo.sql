-- Which of the demo's sets of data were loaded: each once, and not again when its records were deleted.
create table demo_load (
  data_set text primary key,
  loaded_at timestamptz(3) not null default now()
);

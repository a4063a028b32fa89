-- Which twins a user keeps an eye on, and of which they are told what happens.

create table watch (
  user_id int not null references app_user on delete cascade,
  twin_id int not null references twin on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, twin_id)
);
create index watch_twin on watch (twin_id);

create table subscription (
  user_id int not null references app_user on delete cascade,
  twin_id int not null references twin on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, twin_id)
);
create index subscription_twin on subscription (twin_id);

-- How many advisories of a twin are in each state, as whoever keeps advisories tells.
create table twin_advisory_count (
  twin_id int not null references twin on delete cascade,
  state text not null,
  count int not null check (count > 0),
  primary key (twin_id, state)
);

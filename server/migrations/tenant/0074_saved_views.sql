-- Views of lists that users save: filters, sort and columns under a name.

create table saved_view (
  id int generated always as identity primary key,
  type_id int not null references record_type on delete cascade,
  caption text not null,
  parameters jsonb not null,
  private_to int references app_user on delete cascade,
  created_by int references app_user on delete set null,
  version int not null default 1
);
create unique index saved_view_caption on saved_view (type_id, private_to, lower(caption)) nulls not distinct;
create index saved_view_private_to on saved_view (private_to);
create index saved_view_created_by on saved_view (created_by);
comment on table saved_view is 'Filters, sort and columns of the list of a record type.';
comment on column saved_view.parameters is 'Query parameters of the page of the list.';
comment on column saved_view.private_to is 'The user who sees it; null for a shared view.';
comment on column saved_view.version is 'Optimistic-lock version.';

-- Units and categories that people add, change and deprecate.
alter table unit
  add column is_deprecated boolean not null default false,
  add column version int not null default 1;
comment on column unit.is_deprecated is 'Not offered for new choices.';
comment on column unit.version is 'Optimistic-lock version.';
alter table unit_category add column version int not null default 1;
comment on column unit_category.version is 'Optimistic-lock version.';
create unique index unit_category_lower_name on unit_category (lower(name));

-- Views are also kept of lists that show no records of a type, such as that of the users.

alter table saved_view alter column type_id drop not null;
alter table saved_view add column list text;
alter table saved_view add constraint saved_view_one_list check (num_nonnulls(type_id, list) = 1);
drop index saved_view_caption;
create unique index saved_view_caption on saved_view (type_id, list, private_to, lower(caption)) nulls not distinct;
comment on table saved_view is 'Filters, sort and columns of the list of a record type, or of another list.';
comment on column saved_view.type_id is 'The record type; null for another list.';
comment on column saved_view.list is 'The name of a list that shows no records of a type.';

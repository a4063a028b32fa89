-- Lists that people keep: kinds of lists, defaults, deprecation; failure mechanisms and causes as lists.

alter table value_list
  add column kind text not null default 'plain' check (kind in ('plain', 'coloured', 'simple')),
  add column has_fixed_items boolean not null default false,
  add column version int not null default 1;
comment on column value_list.kind is 'Plain: values with captions. Coloured: names with colours. Simple: names.';
comment on column value_list.has_fixed_items is 'The codes are those of a standard: no item is added or removed.';
comment on column value_list.version is 'Optimistic-lock version.';
create unique index value_list_lower_name on value_list (lower(name));

alter table value_list_item
  add column description text not null default '',
  add column color text check (color ~ '^#[0-9A-F]{6}$'),
  add column is_default boolean not null default false,
  add column is_standard boolean not null default false,
  add column is_deprecated boolean not null default false;
comment on column value_list_item.value is 'What is stored and sent; the caption in a coloured or simple list.';
comment on column value_list_item.color is 'As #E0E0E0; null unless the list is coloured.';
comment on column value_list_item.is_default is 'Preselected in forms.';
comment on column value_list_item.is_standard is 'Comes with the product: value and category are fixed.';
comment on column value_list_item.is_deprecated is 'Not offered for new choices.';
create unique index value_list_item_default on value_list_item (list_id, category) nulls not distinct
  where is_default;
-- Deferred, so that two items of a list can swap their values.
alter table value_list_item
  drop constraint value_list_item_list_id_category_value_key,
  add constraint value_list_item_value unique nulls not distinct (list_id, category, value)
    deferrable initially deferred;

update value_list_item set is_standard = true;

insert into value_list (id, name, description, data_type, is_standard, has_fixed_items)
overriding system value values
  (5, 'FAILURE_MECHANISM', 'By what a failure came about: ISO 14224:2016, table B.2', 'C', true, true),
  (6, 'FAILURE_CAUSE', 'Why a failure came about: ISO 14224:2016, table B.3', 'C', true, true);
insert into value_list_item (list_id, position, value, caption, is_standard)
select list_id, row_number() over (partition by list_id order by value), value, caption, true
from (values
  (5, '1.0', 'Mechanical failure, general'),
  (5, '1.1', 'Leakage'),
  (5, '1.2', 'Vibration'),
  (5, '1.3', 'Clearance or alignment failure'),
  (5, '1.4', 'Deformation'),
  (5, '1.5', 'Looseness'),
  (5, '1.6', 'Sticking'),
  (5, '2.0', 'Material failure, general'),
  (5, '2.1', 'Cavitation'),
  (5, '2.2', 'Corrosion'),
  (5, '2.3', 'Erosion'),
  (5, '2.4', 'Wear'),
  (5, '2.5', 'Breakage'),
  (5, '2.6', 'Fatigue'),
  (5, '2.7', 'Overheating'),
  (5, '2.8', 'Burst'),
  (5, '3.0', 'Instrument failure, general'),
  (5, '3.1', 'Control failure'),
  (5, '3.2', 'No signal, indication or alarm'),
  (5, '3.3', 'Faulty signal, indication or alarm'),
  (5, '3.4', 'Out of adjustment'),
  (5, '3.5', 'Software failure'),
  (5, '3.6', 'Common cause or common mode failure'),
  (5, '4.0', 'Electrical failure, general'),
  (5, '4.1', 'Short circuit'),
  (5, '4.2', 'Open circuit'),
  (5, '4.3', 'No power or voltage'),
  (5, '4.4', 'Faulty power or voltage'),
  (5, '4.5', 'Earth or isolation fault'),
  (5, '5.0', 'External influence, general'),
  (5, '5.1', 'Blockage'),
  (5, '5.2', 'Contamination'),
  (5, '5.3', 'Other external influence'),
  (5, '6.0', 'Miscellaneous, general'),
  (5, '6.1', 'No cause found'),
  (5, '6.2', 'Combined causes'),
  (5, '6.3', 'Other'),
  (5, '6.4', 'Unknown'),
  (6, '1.0', 'Design, general'),
  (6, '1.1', 'Improper capacity'),
  (6, '1.2', 'Improper material'),
  (6, '2.0', 'Fabrication or installation, general'),
  (6, '2.1', 'Fabrication failure'),
  (6, '2.2', 'Installation failure'),
  (6, '3.0', 'Operation or maintenance, general'),
  (6, '3.1', 'Off-design service'),
  (6, '3.2', 'Operating error'),
  (6, '3.3', 'Maintenance error'),
  (6, '3.4', 'Expected wear and tear'),
  (6, '4.0', 'Management, general'),
  (6, '4.1', 'Documentation error'),
  (6, '4.2', 'Management error'),
  (6, '5.0', 'Miscellaneous, general'),
  (6, '5.1', 'No cause found'),
  (6, '5.2', 'Common cause'),
  (6, '5.3', 'Combined causes'),
  (6, '5.4', 'Other or unknown')
) as standard (list_id, value, caption);

create table list_import_row (
  command_id uuid not null references command on delete cascade,
  line int not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'error')),
  category text not null,
  caption text not null,
  message text,
  primary key (command_id, line)
);
comment on table list_import_row is 'What became, or would become, of each row of a file of items of a list.';
create index list_import_row_action on list_import_row (command_id, action, line);

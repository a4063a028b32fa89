-- Groups beyond those of the product.

alter table user_group
  add column description text not null default '',
  -- The product's own: its name carries a meaning, and it stays.
  add column standard boolean not null default false;
update user_group set standard = true;

-- A second factor can be required of all users; a password that is set for a user must be changed.

update system_setting
set value = jsonb_build_object(
  'required', case when value ->> 'requiredForAdministrators' = 'true' then 'administrators' else 'none' end)
where name = 'second-factor';

alter table app_user add column password_temporary boolean not null default false;
comment on column app_user.password_temporary is
  'Whether the user must change the password before anything else: somebody else set it.';

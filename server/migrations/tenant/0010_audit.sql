-- Who changed what and when. A line is written once and never altered: not even by a mistake in the product.

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- Null for what the system did by itself. No reference: the line outlives the user.
  user_id int,
  user_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  entity_name text not null,
  -- What differs: as it was, and as it became
  old jsonb,
  new jsonb
);
create index audit_entry_at on audit_entry (at desc, id desc);
create index audit_entry_entity on audit_entry (entity_type, entity_id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is never altered';
end $$;

create trigger audit_entry_stays before update or delete or truncate on audit_entry
  for each statement execute function refuse_audit_change();

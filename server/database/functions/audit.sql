create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is never altered';
end $$;

create or replace trigger audit_entry_stays before update or delete or truncate on audit_entry
  for each statement execute function refuse_audit_change();

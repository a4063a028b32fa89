-- Deletes the rows of deleted protections from the queue.
create or replace function delete_from_queue() returns trigger language plpgsql as $$
begin
  delete from evaluation_due using removed where protection_id = removed.id;
  return null;
end $$;
create or replace trigger deleted_protection_leaves_queue after delete on protection referencing old table as removed
  for each statement execute function delete_from_queue();

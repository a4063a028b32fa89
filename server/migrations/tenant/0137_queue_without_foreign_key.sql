-- A foreign key would lock the protection's row (FOR KEY SHARE) for each of the thousands of rows that the queue
-- receives each second. A trigger on the protections deletes their rows of the queue instead.

alter table evaluation_due drop constraint evaluation_due_protection_id_fkey;

-- Deletes what a simulation found with it. A foreign key would do the same, but would look the simulation up for each of
-- up to a million rows as they are inserted.
create or replace function delete_simulated_excursions() returns trigger language plpgsql as $$
begin
  delete from simulation_excursion where simulation_id = old.id;
  return null;
end $$;
create or replace trigger simulation_takes_along after delete on simulation
  for each row execute function delete_simulated_excursions();

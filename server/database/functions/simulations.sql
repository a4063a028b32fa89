-- Deletes the results of a deleted simulation. A foreign key would also look up the simulation for each of up to a
-- million inserted rows.
create or replace function delete_simulated_excursions() returns trigger language plpgsql as $$
begin
  delete from simulation_excursion where simulation_id = old.id;
  return null;
end $$;
create or replace trigger simulation_takes_along after delete on simulation
  for each row execute function delete_simulated_excursions();

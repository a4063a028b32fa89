-- Ends an asset's lives, the evaluation of its twin and its time in risk analyses.
alter table asset add column out_of_service_at timestamptz(3);
comment on column asset.out_of_service_at is 'From then on it is out of service; may lie ahead. Null: in service.';

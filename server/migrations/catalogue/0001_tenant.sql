-- The tenants of this installation, one database each.
create table twinward.tenant (
  name text primary key,
  -- Name of the tenant's database: beside the catalogue, or on the server that connection_string names.
  database text not null unique,
  -- Set by the operator once a tenant has been moved to another server.
  connection_string text,
  created_at timestamptz not null default now(),
  -- Null while the database is being made: such a tenant can't be used yet.
  ready_at timestamptz
);

-- Assets and work that are read from other systems, and work that is requested there.

create table connection_stream (
  id int generated always as identity primary key,
  connection_group_id int not null references connection_group on delete cascade,
  name text not null,
  kind text not null check (kind in ('work', 'asset')),
  mapping jsonb,
  owned_fields text[] not null default '{}',
  version int not null default 1,
  watermark timestamptz(3),
  created int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  gone int not null default 0,
  last_read timestamptz(3),
  last_compared timestamptz(3),
  last_error text,
  last_error_time timestamptz(3),
  unique (connection_group_id, name)
);
comment on table connection_stream is 'Kinds of records that a group of connections reads, and how far it has come.';
comment on column connection_stream.mapping is 'Where fields here get their values; null: as the connector proposes.';
comment on column connection_stream.owned_fields is 'Fields of its records here that people can not change.';
comment on column connection_stream.version is 'Counts up with every change of the mapping.';
comment on column connection_stream.watermark is 'Time of the latest change there that is taken; null: none is.';
comment on column connection_stream.last_read is 'When all changes had been read last.';
comment on column connection_stream.last_compared is 'When all keys there were compared with those here.';

create table refused_record (
  stream_id int not null references connection_stream on delete cascade,
  key text not null,
  record jsonb not null,
  message text not null,
  tried_at timestamptz(3) not null default now(),
  primary key (stream_id, key)
);
comment on table refused_record is 'Records of other systems that could not be taken yet; tried again.';

create table stream_tag (
  connection_group_id int not null references connection_group on delete cascade,
  asset_id int not null references asset on delete cascade,
  type text not null,
  tag_id int not null references tag on delete cascade,
  primary key (connection_group_id, asset_id, type)
);
create index stream_tag_asset on stream_tag (asset_id);
create index stream_tag_tag on stream_tag (tag_id);
comment on table stream_tag is 'The tag for the work of an asset, by the code of its type in the other system.';

create table default_connection (
  system text primary key check (system in ('SAP', 'HEXAGON', 'MAXIMO')),
  connection_id int not null references connection on delete cascade
);
create index default_connection_connection on default_connection (connection_id);
comment on table default_connection is 'Where work is requested unless the twin or asset names a connection.';

alter table asset
  add column connection_id int references connection on delete set null,
  add column stream_id int references connection_stream on delete set null,
  add column stream_key text,
  add column gone_at timestamptz(3);
create index asset_technical_number on asset (technical_number) where technical_number is not null;
create index asset_connection on asset (connection_id) where connection_id is not null;
create unique index asset_stream on asset (stream_id, stream_key) where stream_id is not null;
comment on column asset.connection_id is 'Takes the work requested for it; null: the default of the system.';
comment on column asset.stream_id is 'Where it is read from; null: it is of our own.';
comment on column asset.stream_key is 'Key of the record there.';
comment on column asset.gone_at is 'Since when it is no longer there; null: it is.';

alter table work
  add column stream_id int references connection_stream on delete set null,
  add column stream_key text,
  add column request_key uuid,
  add column gone_at timestamptz(3);
create unique index work_stream on work (stream_id, stream_key) where stream_id is not null;
create index work_request_key on work (request_key) where request_key is not null;
comment on column work.stream_id is 'Where it is read from; null: it is of our own.';
comment on column work.stream_key is 'Key of the record there.';
comment on column work.request_key is 'Key of the work request that it came from; null: none is known.';
comment on column work.gone_at is 'Since when it is no longer there; null: it is.';

alter table twin add column connection_id int references connection on delete set null;
create index twin_connection on twin (connection_id) where connection_id is not null;
comment on column twin.connection_id is 'Takes the work requested for it; null: that of the asset.';

alter table work_request
  add column connection_id int references connection on delete set null,
  add column attempts int not null default 0,
  add column retry_at timestamptz(3),
  add column taken_until timestamptz(3),
  add column checked_at timestamptz(3),
  add column phase text check (phase in ('open', 'completed', 'canceled')),
  add column url text;
create index work_request_connection on work_request (connection_id);
comment on column work_request.connection_id is 'Where it is sent; chosen before the first try and kept. Null: none takes it.';
comment on column work_request.attempts is 'Tries so far, the successful one too.';
comment on column work_request.retry_at is 'Not tried before; null: at once.';
comment on column work_request.taken_until is 'A run is trying it, and no other one does before.';
comment on column work_request.checked_at is 'When its state there was last read.';
comment on column work_request.phase is 'Of the work there; null: not known.';

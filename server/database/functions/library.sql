-- Models of the library: views for modules of lower ranks, search entries, and protection of published versions.

-- The model of each twin that was created from one.
create or replace view model_of_twin as
select twin.id as twin_id, model.id as model_id, model.name as model_name, version.id as version_id,
  version.major, version.minor, version.patch
from twin
join twin_model_version version on version.id = twin.model_version_id
join twin_model model on model.id = version.model_id;
comment on view model_of_twin is
  'Model of each twin that was created from one, with the current model version of the twin.';

-- The library for queries. Excludes private models, because users with equal rights share results.
create or replace view library_model as
select model.id, model.name, model.description, model.active, model.taxonomy_id, model.author, model.manufacturer,
  model.model, model.access_level, model.created_at, model.updated_at,
  (select concat_ws('.', major, minor, patch) from twin_model_version version
    where version.model_id = model.id and version.state = 'published'
    order by major desc, minor desc, patch desc limit 1) as newest_version
from twin_model model
where model.access_level <> 'private';
comment on view library_model is 'Models of the library, except private ones.';
comment on column library_model.newest_version is 'Latest published version, as major.minor.patch; null if none is published.';

create or replace view library_state as
select count(distinct model.id)::int as model_count, max(version.published_at) as published_at
from twin_model model
join twin_model_version version on version.model_id = model.id and version.state = 'published'
where model.access_level <> 'private';
comment on view library_state is 'State of the library in one row. Covers models with a published version, except private ones.';
comment on column library_state.published_at is 'When the latest version was published; null if there is none.';

create or replace function keep_published_version() returns trigger language plpgsql as $$
begin
  raise 'A published version of a model never changes.';
end $$;
create or replace trigger twin_model_version_is_kept
  before update of model_id, state, major, minor, patch, notes, definition, published_at on twin_model_version
  for each row when (old.state = 'published') execute function keep_published_version();

-- Private models have no search entries, because the entries are the same for all users.
create or replace function index_of_twin_model_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.access_level = 'private' then
    delete from search_entry where type = 4 and record_id = old.id;
    return null;
  end if;
  perform put_search_entry(4, new.id, new.name,
    concat_ws(' - ', nullif(new.manufacturer, ''), nullif(new.model, ''), nullif(new.author, '')),
    concat_ws(' ', new.name, new.description, new.manufacturer, new.model, new.author));
  return null;
end $$;
create or replace trigger twin_model_is_found
  after insert or delete or update of name, description, author, manufacturer, model, access_level on twin_model
  for each row execute function index_of_twin_model_changed();

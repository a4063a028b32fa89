alter table pattern_version add column trained_on text;
comment on column pattern_version.trained_on is 'Name of the asset that a model from the library was trained on; null for one that was trained on this twin.';

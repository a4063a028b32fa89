-- Assets without a probability count by the roll-up of their failure modes.
alter table risk_analysis_asset
  drop constraint risk_analysis_asset_probability_source_check,
  drop constraint risk_analysis_asset_consequence_source_check,
  add constraint risk_analysis_asset_probability_source_check
    check (probability_source in ('analysis', 'twin', 'asset', 'failure-modes')),
  add constraint risk_analysis_asset_consequence_source_check
    check (consequence_source in ('analysis', 'twin', 'asset', 'failure-modes')),
  add column fingerprint text;
comment on column risk_analysis_asset.fingerprint is 'Hash of the inputs that scenarios use.';

-- A scenario is valid while the inputs are equal, not while nothing was changed.
alter table risk_analysis drop column inputs_version, drop column valid_scenarios, add column fingerprint text;
comment on column risk_analysis.fingerprint is 'Hash of the inputs that scenarios use; null while it is not known.';
alter table scenario drop column inputs_version, add column fingerprint text;
comment on column scenario.fingerprint is 'That of the analysis when the scenario was made; null: made by an earlier release.';

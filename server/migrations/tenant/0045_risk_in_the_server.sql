-- The server calculates the figures of risk analyses; triggers and functions no longer do.

drop trigger risk_analyses_follow on probability;
drop trigger risk_analyses_follow on consequence;
drop trigger risk_analyses_follow on twin;
drop trigger risk_analyses_follow on asset;
drop trigger risk_analyses_follow on benchmark;
drop trigger risk_analyses_follow on measured_mtbf;
drop trigger risk_analysis_is_totalled on risk_analysis_asset;
drop trigger scenarios_are_counted on scenario;
drop trigger start_changes_definition on twin;

drop function risk_of_owner_changed();
drop function risk_of_twin_changed();
drop function risk_of_taxonomy_changed();
drop function risk_of_asset_left();
drop function benchmark_changed();
drop function risk_of_measured_mtbf_changed();
drop function count_scenarios();
drop function count_twin_start_change();
drop function recalculate_risk_of_asset(int);
drop function recalculate_risk_analysis(int, int[]);
drop function calculate_risk_of_assets(int, int[]);
drop function total_risk_analysis(int);

-- The same figures as the comparison of analyses reads from benchmark_of_taxonomy.
drop view taxonomy_benchmark;

alter table benchmark alter column characteristic_life drop expression;

drop function gamma_function(double precision);
drop function weibull_percent(double precision, double precision, double precision);
drop function duration_days(text);

-- The analysis of each asset that was made last. Assets show it, which know nothing else of analyses.
create view latest_analysis_of_asset as
select distinct on (entry.asset_id) entry.asset_id, analysis.id as risk_analysis_id, analysis.name as risk_analysis_name
from risk_analysis_asset entry join risk_analysis analysis on analysis.id = entry.risk_analysis_id
order by entry.asset_id, entry.risk_analysis_id desc;

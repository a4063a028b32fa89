-- What modules of lower ranks read of higher ones.

-- The twin of each asset that has one.
create view twin_of_asset as select asset_id, id as twin_id from twin;

-- The protections of each failure mode.
create view protection_of_failure_mode as select failure_mode_id, protection_id from failure_mode_protection;

-- For the alarms that stand at a time: few, among all excursions. Open ones are found by excursion_open.
create index excursion_standing on excursion (end_at) where end_at - start_at > interval '24 hours';

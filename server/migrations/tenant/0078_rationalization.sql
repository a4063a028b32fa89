-- Why the excursions of a threshold are alarms, and what to do about them.

alter table threshold add column rationalization jsonb;
comment on column threshold.rationalization is
  'Cause, consequence, response and time to respond (ISO 8601) of its alarm; null while none is stated.';

interface Span {
  from: number;
  to: number;
}

const at = (time: number) => `'${new Date(time).toISOString()}'::timestamptz`;
const began = (column: string, { from, to }: Span) => `${column} >= ${at(from)} and ${column} < ${at(to)}`;
/** Returns the preceding range of the same length. */
const before = ({ from, to }: Span): Span => ({ from: 2 * from - to, to: from });
const byDay = (column: string, table: string, span: Span) =>
  `select floor(extract(epoch from ${column} - ${at(span.from)}) / 86400) as part, count(*) from ${table}
   where ${began(column, span)} group by 1`;

/** The changes of a figure by day. */
const changes = (figure: string, span: Span) =>
  `select floor(extract(epoch from at - ${at(span.from)}) / 86400) as part, sum(change) from figure_change
   where figure = '${figure}' and ${began('at', span)} group by 1`;

/** Hand-written SQL for the content of each card, by the figure or the kind of the card. */
export const bareCards: Readonly<Record<string, (span: Span) => string[]>> = {
  'number money-at-risk': ({ from }) => [
    'select sum(risk) from risk_history where failure_mode_id is null and until_day is null',
    `select day, sum(change) from (
       select from_day as day, risk as change from risk_history where failure_mode_id is null and from_day > ${at(from)}
       union all select until_day, -risk from risk_history where failure_mode_id is null and until_day > ${at(from)}) as step
     group by day order by day`,
  ],
  'number twins-above-zero': (span) => [
    'select count(*) from twin where active and level > 0 and silent_since is null',
    changes('twins-above-zero', span),
  ],
  'number silent-twins': (span) => [
    'select count(*) from twin where active and silent_since is not null',
    changes('silent-twins', span),
  ],
  'silent-twins': () => [
    'select count(*) from twin where active and silent_since is not null',
    `select twin.id, asset_name, twin.level, silent_since from twin join asset on asset.id = asset_id
     where active and silent_since is not null order by silent_since, twin.id limit 20`,
  ],
  'number stale-protections': (span) => [
    `select count(*) from protection join twin on twin.id = twin_id
     where protection.active and twin.active and stale`,
    changes('stale-protections', span),
  ],
  'number failed-protections': (span) => [
    `select count(*) from protection join twin on twin.id = twin_id
     where protection.active and twin.active and (error is not null or set_aside_at is not null)`,
    changes('failed-protections', span),
  ],
  'number stale-inputs': (span) => [
    `select sum(jsonb_array_length(stale_inputs)) from protection join twin on twin.id = twin_id
     where protection.active and twin.active`,
    changes('stale-inputs', span),
  ],
  'number excursions': (span) => [
    byDay('start_at', 'excursion', span),
    `select count(*) from excursion where ${began('start_at', before(span))}`,
  ],
  'number open-excursions': (span) => [
    'select count(*) from excursion where end_at is null',
    `select floor(extract(epoch from at - ${at(span.from)}) / 86400) as part, sum(change) from (
       select start_at as at, 1 as change from excursion where ${began('start_at', span)}
       union all select end_at, -1 from excursion
       where ${began('end_at', span)} and (start_at >= ${at(span.from - 86_400_000)} or end_at - start_at > interval '24 hours')
     ) as step group by 1`,
  ],
  'number active-advisories': (span) => [
    "select count(*) from advisory where state = 'active'",
    `select floor(extract(epoch from at - ${at(span.from)}) / 86400) as part,
       sum((to_state = 'active')::int - coalesce(from_state = 'active', false)::int)
     from advisory_change where to_state is not null and at < ${at(span.to)} group by 1`,
  ],
  'number overdue-advisories': (span) => [
    "select count(*) from advisory where state = 'active' and target_at < now()",
    changes('overdue-advisories', span),
  ],
  'number new-advisories': (span) => [
    byDay('created_at', 'advisory', span),
    `select count(*) from advisory where ${began('created_at', before(span))}`,
  ],
  'twin-map': () => [
    `select twin.id, asset.id, asset_name, path, taxonomy_id, twin.level, twin.active and twin.silent_since is null,
       history.probability, history.risk, coalesce(history.consequence, (
         select sum(consequence) from risk_history as mode
         where mode.twin_id = twin.id and failure_mode_id is not null and until_day is null))
     from twin join asset on asset.id = twin.asset_id left join risk_history as history
       on history.twin_id = twin.id and history.failure_mode_id is null and history.until_day is null
     where asset.out_of_service_at is null or asset.out_of_service_at > now() order by twin.id`,
    'select id, asset_name from asset where id in (select parent_id from asset)',
  ],
  'top-risks': () => [
    `select history.twin_id, asset_name, twin.level, probability, consequence, risk
     from risk_history history join twin on twin.id = history.twin_id join asset on asset.id = twin.asset_id
     where failure_mode_id is null and until_day is null and risk > 0
       and (asset.out_of_service_at is null or asset.out_of_service_at > now())
     order by risk desc, twin_id limit 12`,
    `select count(*) from risk_history history join twin on twin.id = history.twin_id join asset on asset.id = twin.asset_id
     where failure_mode_id is null and until_day is null and risk > 0
       and (asset.out_of_service_at is null or asset.out_of_service_at > now())`,
  ],
  advisories: () => [
    `select state, count(*), count(*) filter (where state = 'active' and target_at < now()) from advisory group by state`,
    `select advisory.id, twin_id, asset_name, name, state, advisory.level, target_at
     from advisory join twin on twin.id = twin_id join asset on asset.id = asset_id
     where state in ('active', 'submitted')
     order by coalesce(state = 'active' and target_at < now(), false) desc, advisory.level desc nulls last,
       target_at nulls last, advisory.id limit 15`,
  ],
  'protection-record': () => [
    `with most as (
       select protection_id, count(outcome) as outcomes from advisory where protection_id is not null
       group by protection_id order by outcomes desc, protection_id limit 15)
     select protection.id, protection.name, asset_name, advisory.state, advisory.outcome, count(*)
     from most join protection on protection.id = most.protection_id join twin on twin.id = protection.twin_id
     join asset on asset.id = asset_id join advisory on advisory.protection_id = most.protection_id
     group by 1, 2, 3, 4, 5`,
  ],
  levels: () => [
    'select twin.level, silent_since is not null, count(*) from twin where active group by 1, 2',
  ],
  excursions: (span) => [
    `select excursion.*, asset_name, protection.name, threshold.name, threshold.level
     from excursion join protection on protection.id = protection_id join threshold on threshold.id = threshold_id
     join twin on twin.id = protection.twin_id join asset on asset.id = asset_id
     where ${began('start_at', span)} order by start_at desc, excursion.id desc limit 10`,
    `select count(*) from excursion where ${began('start_at', span)}`,
  ],
};

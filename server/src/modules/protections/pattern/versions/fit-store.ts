import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';

/** Figures of how well a model fits in a range of time. */
export interface FitRow {
  protectionId: number;
  /** Number of the version in service; null if none exists. */
  version: number | null;
  mostRefused: number;
  mostWrong: number;
  /**
   * Points of the grid with an answer; among these, those for which the trees chose a pattern, and those that the gate
   * refused.
   */
  answered: number;
  named: number;
  refused: number;
  /** Answers that users judged right or wrong since the version was put in service. */
  judged: number;
  wrong: number;
}

/**
 * Selects the answers of a set's protection in a range, and the users' judgements of them; null without the set.
 * Judgements from before the version was put in service are left out, since they concern another version.
 */
export async function selectFit(
  db: Db,
  setId: number,
  { from, to }: { from: Date; to: Date },
): Promise<FitRow | null> {
  const { rows } = await sql<FitRow>`
    select protection.id as "protectionId", pattern_version.number as version, most_refused as "mostRefused",
      most_wrong as "mostWrong", answer.*, feedback.*
    from pattern_set
    join protection on protection.id = protection_id
    left join pattern_version on pattern_version.id = version_in_service_id
    cross join lateral (
      select coalesce(sum(points), 0)::int as answered,
        coalesce(sum(points) filter (where refused or not is_default), 0)::int as named,
        coalesce(sum(points) filter (where refused), 0)::int as refused
      from (
        select pattern_id, refused, floor(extract(epoch from least(
            coalesce(lead(at) over (order by at), evaluated_at + pattern_version.step_seconds * interval '1 second'), ${to})
          - greatest(at, ${from})) / pattern_version.step_seconds) as points
        from pattern_answer_change
        where pattern_answer_change.protection_id = protection.id and at < ${to} and at >= coalesce(
          (select max(at) from pattern_answer_change as first
            where first.protection_id = protection.id and at <= ${from}), ${from})
      ) as held join pattern on pattern.id = pattern_id
      where points > 0
    ) as answer
    cross join lateral (
      select count(*)::int as judged, (count(*) filter (where not is_right))::int as wrong from pattern_feedback
      where pattern_feedback.pattern_set_id = pattern_set.id and end_at >= ${from}
        and pattern_feedback.created_at >= coalesce(applied_at, '-infinity')
    ) as feedback
    where pattern_set.id = ${setId}`.execute(db);
  return rows[0] ?? null;
}

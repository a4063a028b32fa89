import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { explainCounter, listInputConversions } from '../../system/unit/service.ts';
import { selectInputUnits } from './store.ts';

/**
 * Checks that the counters among a protection's inputs have the same zero point as their tags.
 * @throws AppError `invalid-request`, naming each that differs.
 */
export async function assertCounterUnits(db: Db, settings: readonly IntervalSetting[]): Promise<void> {
  const counters = settings.flatMap(({ tagAliasId, intervalType }, index) =>
    intervalType === 'counter' ? [{ id: tagAliasId, path: `aliases.${index}.intervalType` }] : [],
  );
  if (counters.length === 0) return;
  const units = new Map(
    (
      await selectInputUnits(
        db,
        counters.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const inputs = counters.flatMap(({ id, path }) => {
    const row = units.get(id);
    return row ? [{ ...row, path }] : [];
  });
  const conversions = await listInputConversions(db, inputs);
  const problems = [];
  for (const [i, input] of inputs.entries()) {
    if ((conversions[i]?.b ?? 0) === 0) continue;
    problems.push({ path: input.path, message: await explainCounter(db, input) });
  }
  refuseProblems(problems);
}

import type { Db } from '../../../platform/database/database.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import type { TagUnitChange } from '../../signals/tag/events.ts';
import { listInputConversions } from '../../system/unit/service.ts';
import { aliasChanged, type Changer } from './events.ts';
import { findConversionProblem } from './input-unit.ts';
import { auditFields, selectAliasesOfTag, updateUnit } from './store.ts';

type AliasOfTag = Awaited<ReturnType<typeof selectAliasesOfTag>>[number];

/** The effect of a changed tag unit on an input that reads the tag. */
export interface InputOfChangedTag {
  row: AliasOfTag;
  /** UCUM code of the unit in which the input is read after the change. */
  unit: string | null;
  /** Whether the values of the input change. */
  isConverted: boolean;
  /** Why the change is refused; null if it is allowed. */
  problem: string | null;
}

/**
 * Returns the effects on the inputs that read a tag whose unit changes, by the names of their assets or calculated
 * tags.
 */
export async function listInputsOfChange(
  db: Db,
  { tag, before, now, isFollowed }: TagUnitChange,
): Promise<InputOfChangedTag[]> {
  const rows = (await selectAliasesOfTag(db, tag.id)).filter(({ type }) => type === 'data_point');
  const units = rows.map(({ unit }) => (!unit || (isFollowed && unit === before) ? now : unit));
  const old = await listInputConversions(
    db,
    rows.map(({ unit }) => ({ tagUnit: before, inputUnit: unit })),
  );
  const conversions = await listInputConversions(
    db,
    units.map((unit) => ({ tagUnit: now, inputUnit: unit })),
  );
  const inputs: InputOfChangedTag[] = [];
  for (const [i, row] of rows.entries()) {
    const unit = units[i]!;
    const conversion = conversions[i]!;
    const pair = { tagName: tag.name, tagUnit: now, inputUnit: unit };
    const problem = await findConversionProblem(db, pair, conversion, row.id);
    const isConverted = conversion?.a !== old[i]?.a || conversion?.b !== old[i]?.b;
    inputs.push({ row, unit, isConverted, problem });
  }
  return inputs;
}

/** Returns a message for each input that could not read its tag after a change of the tag's unit. */
export async function listUnitProblems(db: Db, change: TagUnitChange): Promise<string[]> {
  return (await listInputsOfChange(db, change)).flatMap(({ row, problem }) =>
    problem === null ? [] : [`${describeInput(row)}: ${problem}`],
  );
}

/**
 * Updates the inputs of a tag after a change of its unit. Logic that reads inputs with changed values is re-evaluated.
 * @throws AppError `invalid-request` naming each input whose unit cannot be converted from the new unit.
 */
export async function followTagUnit(
  db: Db,
  { by, ...change }: TagUnitChange & { by: Changer },
): Promise<void> {
  const inputs = await listInputsOfChange(db, change);
  refuseProblems(
    inputs.flatMap(({ row, problem }): Problem[] =>
      problem === null ? [] : [{ path: 'unit', message: `${describeInput(row)}: ${problem}` }],
    ),
  );
  for (const { row, unit, isConverted } of inputs) {
    if (unit !== row.unit) await updateUnit(db, row.id, unit);
    if (!isConverted) continue;
    const before = auditFields(row);
    await aliasChanged.emit(db, { by, before, now: { ...before, unit }, limits: null });
  }
}

/** For example `The input Suction of P-101`. */
const describeInput = ({ name, owner_name: owner }: AliasOfTag): string => `The input ${name} of ${owner}`;

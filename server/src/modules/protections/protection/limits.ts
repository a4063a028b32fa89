import {
  aliasReferences,
  type CheckOptions,
  type ConvertedLimits,
  convertLimits,
  type ParameterContext,
  patternReferences,
} from '@twinward/domain/language';
import { type Conversion, createConverter } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { AliasFacts, Changer } from '../../twins/alias/events.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import { selectThresholds, updateAliasSettings, updateThreshold } from '../definition/service.ts';
import { selectUsersOfAlias } from './store.ts';

const audit = new EntityAudit('protection');

type Threshold = Awaited<ReturnType<typeof selectThresholds>>[number];

/** A threshold that reads an input, with its limits in another unit. */
export interface ConvertedThreshold extends ConvertedLimits {
  row: Threshold;
}

/** A protection that reads an input. */
export interface ProtectionOfAlias {
  id: number;
  name: string;
  /** In list order; thresholds that don't read the input are omitted. */
  thresholds: ConvertedThreshold[];
}

/** An alias of a twin. */
export interface AliasOfTwin {
  twinId: number;
  name: string;
}

/**
 * Lists the protections that read an alias by name, with its limits converted.
 * @param conversion from the alias' old unit to the new one; null for no conversion.
 * @param logicName the name that logic uses for the alias.
 */
export async function listProtectionsWithLimits(
  db: Db,
  { twinId, name }: AliasOfTwin,
  conversion: Conversion | null,
  logicName = name,
): Promise<ProtectionOfAlias[]> {
  const protections: ProtectionOfAlias[] = [];
  const parameters = conversion ? await listParameters(db, twinId) : [];
  for (const user of await selectUsersOfAlias(db, twinId, name)) {
    const rows = await selectThresholds(db, user.id);
    const thresholds = rows.map(({ name, alias }) => ({ name, alias }));
    protections.push({
      id: user.id,
      name: user.name,
      thresholds: rows.flatMap((row, position) => {
        const aliases = aliasReferences(row.logic);
        if (!aliases.some((alias) => alias.name === logicName)) return [];
        const unchanged = { text: row.logic, isChanged: false, byHand: [] };
        const options = toContext(
          aliases.map((alias) => alias.name),
          thresholds,
          position,
          patternReferences(row.logic),
          parameters,
        );
        const limits = conversion ? convertLimits(row.logic, logicName, conversion, options) : unchanged;
        return [{ row, ...limits }];
      }),
    });
  }
  return protections;
}

/** Returns a context in which stored logic can be read, whatever its inputs are. */
function toContext(
  names: readonly string[],
  thresholds: CheckOptions['thresholds'],
  position: number,
  patterns: readonly string[],
  parameters: readonly ParameterContext[],
): CheckOptions {
  const aliases = [...new Set(names)].map((name) => ({ name, type: 'data_point' as const, counter: true }));
  return {
    dialect: 'indicator',
    result: 'boolean',
    aliases,
    thresholds: thresholds ?? [],
    position,
    patterns,
    parameters,
  };
}

/**
 * Converts the limits of an alias in the protections of its twin: the numbers of their logic, the deadbands, and the
 * settings of a counter. Limits that must be converted by hand stay unchanged.
 * @param conversion from the alias' old unit to the new one.
 */
export async function convertLimitsOfAlias(
  db: Db,
  by: Changer,
  { before, now }: { before: AliasFacts; now: AliasFacts },
  conversion: Conversion,
): Promise<void> {
  const alias = { twinId: now.twinId!, name: now.name };
  const scale = createConverter({ a: conversion.a, b: 0 });
  for (const protection of await listProtectionsWithLimits(db, alias, conversion, before.name)) {
    for (const { row, text, byHand } of protection.thresholds) {
      const deadband = byHand.length === 0 ? scale(row.deadband) : row.deadband;
      if (text === row.logic && deadband === row.deadband) continue;
      await updateThreshold(db, row.id, { logic: text, deadband });
      await audit.changed(db, by, protection, {
        old: { threshold: row.name, logic: row.logic, deadband: row.deadband },
        new: { threshold: row.name, logic: text, deadband },
      });
    }
    await convertSettings(db, protection.id, now.id, scale);
  }
}

/** Converts the interval, start and tolerance of a counter. */
async function convertSettings(
  db: Db,
  protectionId: number,
  aliasId: number,
  scale: (value: number) => number,
): Promise<void> {
  await updateAliasSettings(db, protectionId, aliasId, (settings) => {
    if (settings.intervalType !== 'counter') return settings;
    const { counterInterval, counterStart, tolerance } = settings;
    return {
      ...settings,
      ...(typeof counterInterval === 'number' ? { counterInterval: scale(counterInterval) } : {}),
      ...(typeof counterStart === 'number' ? { counterStart: scale(counterStart) } : {}),
      ...(typeof tolerance === 'number' ? { tolerance: scale(tolerance) } : {}),
    };
  });
}

import type { ProtectionPreview, ProtectionPreviewResult } from '@twinward/contracts/protection-preview';
import { compileProtection, definitionOf } from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';
import { found } from '../../platform/errors.ts';
import { tryProtection } from '../evaluation/service.ts';
import { findAliasesOfTwin, findTwin } from './store.ts';

/**
 * Tries a definition on a range; stores nothing.
 * @throws AppError `not-found` without such a twin, `too-large` for a range of too many points.
 */
export async function tryDefinition(
  db: Db,
  { twinId, protection, from, to }: ProtectionPreview,
): Promise<ProtectionPreviewResult> {
  const twin = found(await findTwin(db, twinId), 'Twin');
  const aliases = await findAliasesOfTwin(db, twinId);
  const definition = definitionOf(protection, aliases, twin.start_date?.getTime() ?? null);
  const compiled = compileProtection(definition);
  if (!compiled.ok) return { errors: [...compiled.errors], warnings: [], unmapped: [] };
  const tagIds = new Map(
    aliases.flatMap(({ name, mapped_tag_id }) =>
      mapped_tag_id === null ? [] : [[name, mapped_tag_id] as const],
    ),
  );
  const unmapped = compiled.program.inputs.map(({ alias }) => alias).filter((alias) => !tagIds.has(alias));
  const warnings = [...compiled.warnings];
  if (unmapped.length > 0) return { errors: [], warnings, unmapped };
  const findings = await tryProtection(db, { program: compiled.program, tagIds, from, to });
  return { errors: [], warnings, unmapped, findings };
}

import type { PartKind } from '@twinward/contracts/library/definition';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import { inputOfSetting, type Part, partKey } from './parts.ts';

/** A reference of a part to another one. */
interface Reference {
  readonly field: string;
  readonly kind: PartKind;
  readonly id: number;
}

/** Returns the references of a part by id. */
export function listReferences({ kind, fields }: Part): Reference[] {
  const to = (field: string, target: PartKind, ids: unknown): Reference[] =>
    ((ids ?? []) as number[]).map((id) => ({ field, kind: target, id }));
  const modes = to('failureModeIds', 'failureModes', fields.failureModeIds);
  if (kind === 'activities') {
    return [...to('tagAliasId', 'tagAliases', fields.tagAliasId ? [fields.tagAliasId] : []), ...modes];
  }
  if (kind === 'indicators') {
    const settings = Object.keys(fields).filter((field) => inputOfSetting(field) !== null && fields[field]);
    return [
      ...to('tagAliasIds', 'tagAliases', fields.tagAliasIds),
      ...settings.flatMap((field) => to(field, 'tagAliases', [inputOfSetting(field)])),
      ...modes,
    ];
  }
  if (kind !== 'thresholds') return [];
  return ((fields.actions ?? []) as ThresholdAction[]).flatMap((action) =>
    action.type === 'notify'
      ? []
      : [
          ...to('actions', 'activities', action.activityId ? [action.activityId] : []),
          ...to('actions', 'failureModes', action.failureModeIds),
        ],
  );
}

/**
 * Removes references to parts that are not among these. An activity whose failure modes were all removed renews
 * nothing.
 */
export function withoutDangling(parts: readonly Part[]): Part[] {
  const keys = new Set(parts.map(partKey));
  return parts.map((part) => {
    const dangling = listReferences(part).filter((one) => !keys.has(partKey(one)));
    return dangling.length === 0 ? part : { ...part, fields: without(part.fields, dangling) };
  });
}

function without(fields: Part['fields'], dangling: readonly Reference[]): Part['fields'] {
  const isKept = (kind: PartKind) => (id: number) =>
    !dangling.some((one) => one.kind === kind && one.id === id);
  const result: Record<string, unknown> = { ...fields };
  for (const { field, kind } of dangling) {
    if (field === 'tagAliasId' || inputOfSetting(field) !== null) result[field] = null;
    else if (field === 'actions') result[field] = (result[field] as ThresholdAction[]).map(withoutParts);
    else result[field] = (result[field] as number[]).filter(isKept(kind));
  }
  if (result.renews === 'failure-modes' && (result.failureModeIds as number[]).length === 0) {
    result.renews = 'none';
  }
  return result;

  function withoutParts(action: ThresholdAction): ThresholdAction {
    if (action.type === 'notify') return action;
    const { activityId } = action;
    return {
      ...action,
      activityId: activityId !== null && isKept('activities')(activityId) ? activityId : null,
      failureModeIds: action.failureModeIds.filter(isKept('failureModes')),
    };
  }
}

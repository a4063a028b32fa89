import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type {
  RiskAnalysisAsset,
  RiskAnalysisProbability,
} from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { daysToDuration, durationToDays } from '@twinward/domain/duration';
import { datesInService, daysInAnalysis } from '@twinward/domain/risk/analysis';
import { meanTimeBetweenFailures } from '@twinward/domain/risk/constant-rate';
import {
  calculatePercent,
  type ProbabilityDraft,
  type RiskDraft,
  toParameters,
  toRiskChange,
  toRiskDraft,
} from '../../../shared/risk/draft.ts';
import type { ShownMission } from '../../../shared/risk/why-probability.tsx';
import { isSame } from '../../../ui/dialogs/merge.ts';
import type { AssetEdit } from '../api/assets.ts';

/** The form values of an asset in an analysis. */
export interface AssetDraft extends RiskDraft {
  improve: boolean;
  improveDescription: string;
  taxonomy: { categoryId: string; classId: string; typeId: string };
}

const idText = (id: number | null): string => (id === null ? '' : String(id));
export const textId = (text: string): number | null => (text === '' ? null : Number(text));

/**
 * The initial form values.
 * @param held the effective probability of the asset as a whole
 */
export function toDraft(asset: RiskAnalysisAsset, held: RiskAnalysisProbability | null): AssetDraft {
  return {
    improve: asset.improve,
    improveDescription: asset.improveDescription,
    taxonomy: {
      categoryId: idText(asset.categoryId),
      classId: idText(asset.classId),
      typeId: idText(asset.typeId),
    },
    probability: toRiskDraft({ probability: held, consequence: null }).probability,
    consequence: asset.consequenceValue === null ? null : { value: asset.consequenceValue, description: '' },
  };
}

/** The parameters of a draft; for a typed percentage, with the equivalent life. */
export function comparedParameters(
  probability: ProbabilityDraft | null,
  mission: ShownMission,
): FailureDistributionParameters | null {
  const parameters = toParameters(probability);
  if (parameters === null || parameters.scale !== null) return parameters;
  const percent = calculatePercent(probability, mission);
  if (percent === null || mission.missionTime === null) return null;
  const scale = daysToDuration(meanTimeBetweenFailures(percent, durationToDays(mission.missionTime)));
  return { distribution: 'none', type: 'none', scale };
}

/** The mission of an asset in an analysis, from its start to the end of the analysis. */
export function missionIn(analysis: RiskAnalysis, asset: RiskAnalysisAsset): ShownMission {
  const days = daysInAnalysis(datesInService(analysis, asset.outOfServiceAt), asset.twinStartDate);
  return days === null
    ? { startDate: null, missionTime: null }
    : { startDate: asset.twinStartDate ?? analysis.startDate, missionTime: daysToDuration(days) };
}

/** The changes of the form against its initial values. */
export function findChanges(
  draft: AssetDraft,
  initial: AssetDraft,
  { asset, held }: { asset: RiskAnalysisAsset; held: RiskAnalysisProbability | null },
): AssetEdit {
  const { probability } = toRiskChange(draft, { probability: held, consequence: null });
  const hasCost = !isSame(draft.consequence, initial.consequence);
  const hasChange =
    hasCost ||
    probability !== null ||
    draft.improve !== initial.improve ||
    draft.improveDescription !== initial.improveDescription;
  const { categoryId, classId, typeId } = draft.taxonomy;
  return {
    change: hasChange
      ? {
          version: asset.version,
          improve: draft.improve,
          improveDescription: draft.improveDescription,
          ...(hasCost ? { consequenceValue: draft.consequence?.value ?? null } : {}),
          ...(probability === null ? {} : { probability }),
        }
      : null,
    taxonomy: isSame(draft.taxonomy, initial.taxonomy)
      ? null
      : { categoryId: textId(categoryId), classId: textId(classId), typeId: textId(typeId) },
  };
}

import {
  type ImprovementOption,
  type NewImprovementOption,
  newImprovementOption,
} from '@twinward/contracts/risk/improvement';
import { schemaProblems } from '../../../ui/form/schema-problems.ts';

/** An improvement option being edited. */
export interface OptionDraft {
  name: string;
  /** Null for the asset as a whole. */
  failureModeId: number | null;
  cost: number | null;
  type: 'life' | 'probability';
  characteristicLife: string | null;
  shape: number | null;
  percent: number | null;
}

export function draftOfOption(option: ImprovementOption | null): OptionDraft {
  const effect = option?.effect ?? { type: 'life', shape: null, characteristicLife: null };
  return {
    name: option?.name ?? '',
    failureModeId: option?.failureModeId ?? null,
    cost: option?.cost ?? null,
    type: effect.type,
    characteristicLife: effect.type === 'life' ? effect.characteristicLife : null,
    shape: effect.type === 'life' ? effect.shape : null,
    percent: effect.type === 'probability' ? effect.percent : null,
  };
}

const toForm = ({ name, failureModeId, cost, type, characteristicLife, shape, percent }: OptionDraft) => ({
  name,
  failureModeId,
  cost,
  effect: type === 'life' ? { type, shape, characteristicLife: characteristicLife ?? '' } : { type, percent },
});

/** The validation errors of a draft, by field. */
export const optionProblems = (draft: OptionDraft): Partial<Record<keyof OptionDraft, string>> =>
  schemaProblems(newImprovementOption, toForm(draft), draft);

/** The option to save; null if the draft is invalid. */
export function toOption(draft: OptionDraft): NewImprovementOption | null {
  return newImprovementOption.safeParse(toForm(draft)).data ?? null;
}

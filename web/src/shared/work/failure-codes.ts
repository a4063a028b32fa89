import type {
  failureCauseListId,
  failureMechanismListId,
  ValueListItem,
} from '@twinward/contracts/system/value-list';
import { offeredItems, useValueList } from '../api/queries/use-values.ts';

/** Same as in the contract; duplicated to keep its schemas out of the bundle. */
const mechanismList: typeof failureMechanismListId = 5;
const causeList: typeof failureCauseListId = 6;

/** The failure codes of a list. */
export interface FailureCodes {
  /** The caption of a code; the code itself while the list is loading. */
  findCaption(code: string): string;
  /** Options of a select field. @param none label of the empty option */
  choices(chosen: string | null, none: string): { value: string; label: string }[];
}

export const useFailureMechanisms = (): FailureCodes => useCodes(mechanismList);
export const useFailureCauses = (): FailureCodes => useCodes(causeList);

function useCodes(listId: number): FailureCodes {
  const { data } = useValueList(listId);
  const items: readonly ValueListItem[] = data?.configuration.items ?? [];
  return {
    findCaption: (code) => items.find(({ value }) => value === code)?.caption ?? code,
    choices(chosen, none) {
      const offered = offeredItems(items, ({ value }) => value === chosen);
      const isKnown = !chosen || offered.some(({ value }) => value === chosen);
      return [
        { value: '', label: none },
        ...offered.map(({ value, caption }) => ({ value, label: `${value} ${caption}` })),
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
      ];
    },
  };
}

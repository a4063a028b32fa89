import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import { viewName } from '../../../shared/query/describe.ts';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { sharingNames } from '../query-words.ts';
import type { QueryDraft } from './definition.ts';

/** Labels and formats of the parts of a query in the conflict dialog. */
export const draftTexts: FieldTexts<QueryDraft> = {
  name: { label: 'Name', text: asTyped },
  description: { label: 'Description', text: asTyped },
  folder: { label: 'Folder', text: asTyped },
  sharing: { label: 'Sharing', text: (value) => sharingNames[value] },
  definition: { label: 'Definition', text: definitionText },
};

/** '4 columns, 2 conditions, 1 parameter, Bar chart' */
export function definitionText({ columns, filters, parameters, display }: QueryDefinition): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return [
    count(columns.length, 'column'),
    count(filters.length, 'condition'),
    count(parameters.length, 'parameter'),
    viewName(display.view),
  ].join(', ');
}

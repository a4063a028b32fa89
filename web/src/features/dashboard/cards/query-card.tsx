import Typography from '@mui/material/Typography';
import { type ReactNode, useContext } from 'react';
import { useNavigate } from 'react-router';
import type { ResultMark } from '../../../shared/query/result-mark.ts';
import { ResultAge, ResultView } from '../../../shared/query/result-view.tsx';
import { clickedItem, fillTemplate } from '../../../ui/page/cards/link-template.ts';
import { ValuesContext } from '../values-context.ts';
import type { CardProps } from './card-props.ts';

/** Height of the line with the age of the result, in pixels. */
const ageHeight = 24;

/** The result of a query. A click sets a variable of the dashboard, or follows the link template of the query. */
export function QueryCard({ card, data, title, height }: CardProps<'query'>): ReactNode {
  const navigate = useNavigate();
  const { setVariable } = useContext(ValuesContext);
  const { sets } = card;
  const { linkTemplate } = data.display;
  const onMark = (mark: ResultMark): void => {
    if (sets) {
      const value = idIn(mark.row, sets.column);
      if (value !== null) setVariable(sets.variable, value);
      return;
    }
    const path = linkTemplate ? fillTemplate(linkTemplate, clickedItem(mark.seriesType, mark.data)) : null;
    if (path !== null) void navigate(path);
  };
  return (
    <>
      <ResultView
        title={title}
        result={data.result}
        display={sets ? { ...data.display, linkTemplate: undefined } : data.display}
        height={height - ageHeight}
        {...(sets || linkTemplate ? { onMark } : {})}
      />
      <Typography component="div" variant="body2" sx={{ height: ageHeight }}>
        <ResultAge result={data.result} />
      </Typography>
    </>
  );
}

/** The id that a clicked row holds in a column: of a reference that of its record. */
function idIn(row: ResultMark['row'], column: string): number | null {
  const value = row[`${column}.id`] ?? row[column];
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

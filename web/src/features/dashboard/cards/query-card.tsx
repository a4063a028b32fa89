import Typography from '@mui/material/Typography';
import { type ReactNode, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ResultMark } from '../../../shared/query/result-mark.ts';
import { ResultAge, ResultView } from '../../../shared/query/result-view.tsx';
import { RowsDialog } from '../../../shared/query/rows-dialog.tsx';
import { clickedItem, fillTemplate } from '../../../ui/page/cards/link-template.ts';
import { ValuesContext } from '../values-context.ts';
import type { CardProps } from './card-props.ts';

/** Height of the line with the age of the result, in pixels. */
const ageHeight = 24;

/**
 * The result of a query. A click sets a variable of the dashboard, or clears it if already set. Otherwise the click
 * follows the link template of the query or, without one, shows the records behind the mark.
 */
export function QueryCard({ card, data, title, values, height }: CardProps<'query'>): ReactNode {
  const navigate = useNavigate();
  const dashboard = useContext(ValuesContext);
  const [clicked, setClicked] = useState<ResultMark | null>(null);
  const { sets } = card;
  const { linkTemplate } = data.display;
  const onMark = (mark: ResultMark): void => {
    if (sets) {
      const value = idIn(mark.row, sets.column);
      if (value !== null)
        dashboard?.setVariable(sets.variable, values[sets.variable] === value ? null : value);
    } else if (linkTemplate) {
      const path = fillTemplate(linkTemplate, clickedItem(mark.seriesType, mark.data));
      if (path !== null) void navigate(path);
    } else setClicked(mark);
  };
  const leadsOn = dashboard !== null && (sets !== undefined || Boolean(linkTemplate) || data.isGrouped);
  return (
    <>
      <ResultView
        title={title}
        result={data.result}
        display={sets ? { ...data.display, linkTemplate: undefined } : data.display}
        height={height - ageHeight}
        {...(leadsOn ? { onMark } : {})}
      />
      <Typography component="div" variant="body2" sx={{ height: ageHeight }}>
        <ResultAge result={data.result} />
      </Typography>
      {clicked === null ? null : (
        <RowsDialog
          queryId={data.query.id}
          parameters={data.parameters}
          result={data.result}
          mark={clicked}
          onClose={() => setClicked(null)}
        />
      )}
    </>
  );
}

/** The id in a column of a clicked row; for a reference, the id of its record. */
function idIn(row: ResultMark['row'], column: string): number | null {
  const value = row[`${column}.id`] ?? row[column];
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

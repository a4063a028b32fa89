import Stack from '@mui/material/Stack';
import {
  type AlarmPart,
  alarmParts,
  type CardByKind,
  type CardFigure,
  type DashboardCard,
  type DashboardVariable,
  dashboardVariables,
} from '@twinward/contracts/questions/dashboard-card';
import { alarmPartNames, figureNames } from '@twinward/domain/dashboards/card-names';
import type { ReactNode } from 'react';
import { useSavedQuery } from '../../../shared/query/queries.ts';
import { ChoiceInput } from '../../../ui/form/choice-input.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { AnalysisField, ProtectionField } from './record-fields.tsx';
import { CardTagField, QueryField } from './source-fields.tsx';

interface FieldsProps<Card extends DashboardCard = DashboardCard> {
  card: Card;
  onCard: (card: DashboardCard) => void;
}

/** The fields of a card, depending on its kind. */
export function CardFields({ card, onCard }: FieldsProps): ReactNode {
  switch (card.kind) {
    case 'text':
      return (
        <Field
          label="Text"
          hint="Markdown: # heading, **bold**, - list, [link](/apps/twins)"
          multiline
          minRows={6}
          value={card.text}
          onChange={({ target }) => onCard({ ...card, text: target.value.slice(0, 10_000) })}
        />
      );
    case 'query':
      return <QueryFields card={card} onCard={onCard} />;
    case 'number':
      return <NumberFields card={card} onCard={onCard} />;
    case 'trend':
      return <TrendFields card={card} onCard={onCard} />;
    case 'twin-map':
      return (
        <>
          <SelectField
            label="Area"
            value={card.area}
            choices={[
              { value: 'consequence', label: 'By consequence' },
              { value: 'risk', label: 'By risk' },
            ]}
            onChange={({ target }) =>
              onCard({ ...card, area: target.value === 'risk' ? 'risk' : 'consequence' })
            }
          />
          <SelectField
            label="Groups"
            value={card.group}
            choices={[
              { value: 'structure', label: 'By structure' },
              { value: 'class', label: 'By class' },
            ]}
            onChange={({ target }) =>
              onCard({ ...card, group: target.value === 'class' ? 'class' : 'structure' })
            }
          />
          <TwinClickField card={card} onCard={onCard} />
        </>
      );
    case 'risk-matrix':
      return (
        <AnalysisField value={card.analysisId} onChange={(analysisId) => onCard({ ...card, analysisId })} />
      );
    case 'alarm-performance':
      return (
        <SelectField
          label="Part"
          value={card.part}
          choices={alarmParts.map((part) => ({ value: part, label: alarmPartNames[part] }))}
          onChange={({ target }) => onCard({ ...card, part: target.value as AlarmPart })}
        />
      );
    case 'levels':
      return null;
    case 'top-risks':
    case 'silent-twins':
      return (
        <>
          <RowsField card={card} onCard={onCard} />
          <TwinClickField card={card} onCard={onCard} />
        </>
      );
    default:
      return <RowsField card={card} onCard={onCard} />;
  }
}

const RowsField = ({ card, onCard }: FieldsProps<Extract<DashboardCard, { count: number }>>): ReactNode => (
  <NumberField
    label="Rows"
    value={card.count}
    onChange={(count) => {
      if (count !== null && Number.isInteger(count) && count >= 1 && count <= 50) onCard({ ...card, count });
    }}
    hint="1 to 50"
  />
);

/** Chooses the effect of a click on a twin: opens its page, or filters the dashboard by it. */
const TwinClickField = ({
  card,
  onCard,
}: FieldsProps<CardByKind<'twin-map' | 'top-risks' | 'silent-twins'>>): ReactNode => (
  <SelectField
    label="Click on a twin"
    value={card.setsTwin ? 'sets' : 'opens'}
    choices={[
      { value: 'opens', label: 'Open its page' },
      { value: 'sets', label: 'Filter the dashboard by it' },
    ]}
    onChange={({ target }) => onCard({ ...card, setsTwin: target.value === 'sets' })}
  />
);

function QueryFields({ card, onCard }: FieldsProps<CardByKind<'query'>>): ReactNode {
  return (
    <>
      <QueryField
        queryId={card.queryId}
        onQuery={(query) =>
          onCard({
            ...card,
            queryId: query?.id ?? 0,
            title: card.title === '' ? (query?.name ?? '') : card.title,
          })
        }
      />
      {card.queryId === 0 ? null : <ClickFields card={card} onCard={onCard} />}
    </>
  );
}

/** Chooses the effect of a click on a mark: sets a variable, or else follows the query's link or opens the records. */
function ClickFields({ card, onCard }: FieldsProps<CardByKind<'query'>>): ReactNode {
  const query = useSavedQuery(card.queryId);
  const columns = query.data?.definition.columns ?? [];
  const { sets, ...rest } = card;
  const set = (variable: string | null, column: string | null) => {
    const next = column ?? columns[0]?.key;
    if (variable === null || next === undefined) onCard(rest);
    else onCard({ ...card, sets: { variable: variable as DashboardVariable, column: next } });
  };
  return (
    <>
      <ChoiceInput
        label="Click sets variable"
        none="None: open the link of the query, or the records"
        choices={dashboardVariables.map((name) => ({ value: name, label: variableNames[name] }))}
        value={sets?.variable ?? null}
        onChange={(variable) => set(variable, sets?.column ?? null)}
      />
      {sets ? (
        <SelectField
          label="Value from column"
          value={sets.column}
          choices={columns.map(({ key, caption }) => ({ value: key, label: caption ?? key }))}
          onChange={({ target }) => set(sets.variable, target.value)}
        />
      ) : null}
    </>
  );
}

const variableNames: Record<DashboardVariable, string> = {
  site: 'Site',
  class: 'Class',
  twin: 'Twin',
};

function NumberFields({ card, onCard }: FieldsProps<CardByKind<'number'>>): ReactNode {
  const { source } = card;
  const setSource = (next: CardByKind<'number'>['source']) => onCard({ ...card, source: next });
  return (
    <>
      <SelectField
        label="Number"
        value={source.kind}
        choices={[
          { value: 'figure', label: 'Plant figure' },
          { value: 'tag', label: 'Latest value of a tag' },
          { value: 'query', label: 'First number of a query' },
        ]}
        onChange={({ target }) =>
          setSource(
            target.value === 'tag'
              ? { kind: 'tag', tagId: 0 }
              : target.value === 'query'
                ? { kind: 'query', queryId: 0 }
                : { kind: 'figure', figure: 'money-at-risk' },
          )
        }
      />
      {source.kind === 'figure' ? (
        <SelectField
          label="Figure"
          value={source.figure}
          choices={toChoices(figureNames)}
          onChange={({ target }) => setSource({ kind: 'figure', figure: target.value as CardFigure })}
        />
      ) : null}
      {source.kind === 'tag' ? (
        <CardTagField tagId={source.tagId} onTag={(tag) => setSource({ kind: 'tag', tagId: tag?.id ?? 0 })} />
      ) : null}
      {source.kind === 'query' ? (
        <QueryField
          queryId={source.queryId}
          onQuery={(query) => setSource({ kind: 'query', queryId: query?.id ?? 0 })}
        />
      ) : null}
    </>
  );
}

function TrendFields({ card, onCard }: FieldsProps<CardByKind<'trend'>>): ReactNode {
  return (
    <Stack spacing={3}>
      <CardTagField
        tagId={card.tagId}
        onTag={(tag) =>
          onCard({
            ...card,
            tagId: tag?.id ?? 0,
            protectionId: null,
            title: card.title === '' ? (tag?.name ?? '') : card.title,
          })
        }
      />
      {card.tagId === 0 ? null : (
        <ProtectionField
          tagId={card.tagId}
          value={card.protectionId}
          onChange={(protectionId) => onCard({ ...card, protectionId })}
        />
      )}
    </Stack>
  );
}

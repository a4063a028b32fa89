import { sql } from 'kysely';
import { field, systemType, toColumn, toOne } from './catalogue.ts';

/** The risk of twins and failure modes: a row for each period of days with the same values. */
export const riskHistoryType = systemType({
  name: 'risk-history',
  caption: 'Risk over time',
  pluralCaption: 'Risk over time',
  table: 'risk_history',
  key: ['id'],
  id: 'twin_id',
  recordType: 'twin',
  title: 'name',
  fields: [
    field('name', 'Name', 'text', 'name'),
    field('from', 'First day', 'date', 'from_day'),
    field('until', 'First day after', 'date', 'until_day'),
    field('isCurrent', 'Current', 'boolean', 'until_day', {
      sql: (alias) => sql`(${toColumn(alias, 'until_day')} is null)`,
    }),
    field('isOfTwin', 'Of the twin as a whole', 'boolean', 'failure_mode_id', {
      sql: (alias) => sql`(${toColumn(alias, 'failure_mode_id')} is null)`,
    }),
    field('probability', 'Probability', 'integer', 'probability', { unit: '%' }),
    field('consequence', 'Consequence', 'money', 'consequence'),
    field('risk', 'Risk', 'money', 'risk'),
    field('level', 'Level', 'level', 'level'),
  ],
  relations: [
    toOne('twin', 'Twin', 'twin', 'twin_id'),
    toOne('failureMode', 'Failure mode', 'failure-mode', 'failure_mode_id'),
    toOne('asset', 'Asset', 'asset', 'asset_id'),
  ],
});

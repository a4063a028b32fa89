import { field, systemType, toOne } from './catalogue.ts';

/**
 * The rows of a series: one per tag and bucket. There is no such table: the values are passed to the query as a
 * parameter.
 */
export const seriesType = systemType({
  name: 'series',
  caption: 'Series',
  pluralCaption: 'Series',
  isSource: false,
  table: 'series',
  id: 'tag_id',
  key: ['tag_id', 'time'],
  recordType: 'tag',
  title: 'tag.name',
  fields: [field('time', 'Time', 'date-time', 'time'), field('value', 'Value', 'number', 'value')],
  relations: [toOne('tag', 'Tag', 'tag', 'tag_id')],
});

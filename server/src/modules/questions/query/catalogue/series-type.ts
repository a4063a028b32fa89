import { field, systemType, toOne } from './catalogue.ts';

/** The rows of a series: one a tag and bucket. They are no table: a query gets their values as a parameter. */
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

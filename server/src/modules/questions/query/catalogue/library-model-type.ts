import { byPairs, field, systemType, toOne, toOptions } from './catalogue.ts';

/** The models of the library, except private ones. */
export const libraryModelType = systemType({
  name: 'library-model',
  caption: 'Model of the library',
  pluralCaption: 'Models of the library',
  table: 'library_model',
  title: 'name',
  fields: [
    field('id', 'Id', 'integer', 'id'),
    field('name', 'Name', 'text', 'name'),
    field('description', 'Description', 'text', 'description', { isLong: true }),
    field('active', 'In use', 'boolean', 'active'),
    field('newestVersion', 'Newest version', 'text', 'newest_version'),
    field('author', 'Author', 'text', 'author'),
    field('manufacturer', 'Manufacturer', 'text', 'manufacturer'),
    field('model', 'Model of the manufacturer', 'text', 'model'),
    field('accessLevel', 'Access', 'text', 'access_level', toOptions('tenant', 'shared')),
    field('createdAt', 'Created', 'date-time', 'created_at'),
    field('updatedAt', 'Changed', 'date-time', 'updated_at'),
  ],
  relations: [
    toOne('taxonomy', 'Taxonomy entry', 'taxonomy', 'taxonomy_id'),
    byPairs('twins', 'Twins made of it', 'twin', ['model_of_twin', 'model_id', 'twin_id']),
  ],
});

import type { Cardinality, DeletionRule } from '@twinward/contracts/records/relationship';

export const relationshipsPath = '/settings/relationships';
export const editRelationshipPath = (name: string): string =>
  `${relationshipsPath}/edit/${encodeURIComponent(name)}`;

export const cardinalityLabels: Record<Cardinality, string> = {
  'one-one': 'One to one',
  'one-many': 'One to many',
  'many-many': 'Many to many',
};

export const deletionLabels: Record<DeletionRule, string> = {
  block: 'Do not delete while linked',
  unlink: 'Delete and remove links',
};

import type { Relationship } from '@twinward/contracts/records/relationship';
import type { ReactNode } from 'react';
import { typeCaption, useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { formatCount } from '../../ui/format/format.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { cardinalityLabels, deletionLabels } from './relationship-texts.ts';

/** A standard relationship, read-only. */
export function RelationshipFacts({ relationship }: { relationship: Relationship }): ReactNode {
  const types = useRecordTypes().data?.records;
  const [from, to] = [relationship.fromType, relationship.toType].map((type) => typeCaption(types, type));
  return (
    <Facts
      facts={[
        ['Name', relationship.name],
        ['Description', relationship.description || '–'],
        ['From', from],
        ['To', to],
        ['Cardinality', cardinalityLabels[relationship.cardinality]],
        ['Caption on the from side', relationship.fromCaption],
        ['Caption on the to side', relationship.toCaption],
        ['Deleting the from side', deletionLabels[relationship.fromOnDelete]],
        ['Deleting the to side', deletionLabels[relationship.toOnDelete]],
        ['Structures', relationship.structures.join(', ') || '–'],
        ['Links', formatCount(relationship.linkCount)],
      ]}
    />
  );
}

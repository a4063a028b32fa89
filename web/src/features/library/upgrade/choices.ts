import type { ConflictChoice, PartMerge, Side } from '@twinward/contracts/library/upgrade';

/** Chosen sides of conflicts, by place: a field of a part, for one twin or all. */
export type Choices = ReadonlyMap<string, Side>;

/** The choices in a preview. */
export interface Choosing {
  choices: Choices;
  /** Default for conflicts without a choice. */
  others: Side | null;
  onChoose(choices: Choices): void;
  excepted: ReadonlySet<number>;
  onExcept(excepted: ReadonlySet<number>): void;
}

export interface ConflictPlace {
  /** Null for all twins. */
  twinId: number | null;
  kind: PartMerge['kind'];
  id: number | null;
  /** Null for a part that exists only on one side. */
  field: string | null;
}

const toKey = ({ twinId, kind, id, field }: ConflictPlace): string =>
  JSON.stringify([twinId, kind, id, field]);

export const withChoice = (choices: Choices, place: ConflictPlace, take: Side): Choices =>
  new Map([...choices, [toKey(place), take]]);

/** The chosen side of a twin's conflict: its own choice, else the choice for all twins, else the default. */
export const chosenSide = (
  choices: Choices,
  place: ConflictPlace & { twinId: number },
  others: Side | null,
): Side | null => choices.get(toKey(place)) ?? choices.get(toKey({ ...place, twinId: null })) ?? others;

/** Converts choices for the request. */
export const toConflictChoices = (choices: Choices): ConflictChoice[] =>
  [...choices].map(([key, take]) => {
    const [twinId, kind, id, field] = JSON.parse(key) as [
      ConflictPlace['twinId'],
      ConflictPlace['kind'],
      number | null,
      string | null,
    ];
    return { twinId, kind, id, field, take };
  });

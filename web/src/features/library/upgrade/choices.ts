import type { ConflictChoice, PartMerge, Side } from '@twinward/contracts/library/upgrade';

/** What is chosen for conflicts, by place: a field of a part, of one twin or of all. */
export type Choices = ReadonlyMap<string, Side>;

/** What is chosen in a preview. */
export interface Choosing {
  choices: Choices;
  /** For conflicts without a choice. */
  others: Side | null;
  onChoose(choices: Choices): void;
  excepted: ReadonlySet<number>;
  onExcept(excepted: ReadonlySet<number>): void;
}

export interface ConflictPlace {
  /** Null: of all twins. */
  twinId: number | null;
  kind: PartMerge['kind'];
  id: number | null;
  /** Null: of a part that is there on one side only. */
  field: string | null;
}

const keyOf = ({ twinId, kind, id, field }: ConflictPlace): string =>
  JSON.stringify([twinId, kind, id, field]);

export const withChoice = (choices: Choices, place: ConflictPlace, take: Side): Choices =>
  new Map([...choices, [keyOf(place), take]]);

/** The choice for a conflict of a twin: its own, else that for all twins, else that for what has none. */
export const chosenSide = (
  choices: Choices,
  place: ConflictPlace & { twinId: number },
  others: Side | null,
): Side | null => choices.get(keyOf(place)) ?? choices.get(keyOf({ ...place, twinId: null })) ?? others;

/** The choices as the call takes them. */
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

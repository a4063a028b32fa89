import { isSystemType } from '@twinward/contracts/records/record-type';

/** A record that a field may refer to. */
interface Referable {
  type: string;
  id: number;
  title: string;
  /** Distinguishes records of one title; of a custom record its state. */
  detail: string | null;
}

/** What a reference to a record is shown as, and named by in files: `Pump 1 (P-101)`. */
export function referenceCaption({ type, id, title, detail }: Referable): string {
  const name = title || `#${id}`;
  return isSystemType(type) && detail ? `${name} (${detail})` : name;
}

/** The titles that a caption may stand for: the text before each parenthesis, and all of it. */
export function titlesInCaption(caption: string): string[] {
  const titles = [caption];
  for (let at = caption.indexOf(' ('); at > 0; at = caption.indexOf(' (', at + 1))
    titles.push(caption.slice(0, at));
  return titles;
}

import { isSystemType } from '@twinward/contracts/records/record-type';

/** A record that a field may refer to. */
interface Referable {
  type: string;
  id: number;
  title: string;
  /** Distinguishes records with the same title. For a custom record, its state. */
  detail: string | null;
}

/** Returns the caption of a reference to a record, on screens and in files: `Pump 1 (P-101)`. */
export function referenceCaption({ type, id, title, detail }: Referable): string {
  const name = title || `#${id}`;
  return isSystemType(type) && detail ? `${name} (${detail})` : name;
}

/** Returns the possible titles in a caption: the text before each parenthesis, and the whole caption. */
export function titlesInCaption(caption: string): string[] {
  const titles = [caption];
  for (let at = caption.indexOf(' ('); at > 0; at = caption.indexOf(' (', at + 1))
    titles.push(caption.slice(0, at));
  return titles;
}

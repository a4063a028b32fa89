import { pictureWidth, type SummarySection } from '../../outcomes/notification/service.ts';
import type { PictureDraft } from './picture.ts';
import { drawPictures } from './pictures.ts';

const pictureHeight = 240;

/** A section of a mail whose charts are not drawn yet. */
export interface Drawable extends Omit<SummarySection, 'pictures'> {
  pictures: readonly PictureDraft[];
}

/** The content of a section below its title. */
export type SectionPart = Omit<Drawable, 'title' | 'path'>;

/**
 * Draws the charts of sections.
 * @throws Error like `drawPictures`.
 */
export async function drawSections(sections: readonly Drawable[]): Promise<SummarySection[]> {
  const requests = sections.flatMap(({ pictures }) =>
    pictures.map((picture) => ({ ...picture, width: pictureWidth, height: pictureHeight })),
  );
  const drawn = await drawPictures(requests);
  const byName = new Map(requests.map(({ name }, index) => [name, drawn[index]!]));
  return sections.map((section) => ({
    ...section,
    pictures: section.pictures.map(({ name, description }) => ({
      name,
      description,
      data: byName.get(name)!,
    })),
  }));
}

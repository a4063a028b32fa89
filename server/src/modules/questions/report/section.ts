import { pictureWidth, type SummarySection } from '../../outcomes/notification/service.ts';
import type { PictureDraft } from './picture.ts';
import { drawPictures } from './pictures.ts';

const pictureHeight = 240;

/** A section of a mail whose pictures are yet to be drawn. */
export interface Drawable extends Omit<SummarySection, 'pictures'> {
  pictures: readonly PictureDraft[];
}

/** What a section says below its title. */
export type SectionPart = Omit<Drawable, 'title' | 'path'>;

/** Draws the pictures of sections. @throws Error as `drawPictures`. */
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

import { type ArchivedPoint, type Recorded, written } from './archive.ts';

/** Stream updates of PI Web API: what came of a point since a marker. */
export class Updates {
  /** By the number of the registration: what came since. */
  readonly #followed = new Map<number, { point: ArchivedPoint; events: Recorded[] }>();
  /** No marker of another start is known. */
  readonly #start = crypto.randomUUID().replaceAll('-', '');
  #count = 0;

  add(point: ArchivedPoint, values: readonly Recorded[]): void {
    for (const one of this.#followed.values()) if (one.point === point) one.events.push(...values);
  }

  register(point: ArchivedPoint) {
    this.#followed.set(++this.#count, { point, events: [] });
    return {
      ...named(point),
      ...(point.problem === null
        ? { LatestMarker: this.#toMarker(this.#count, 0), Status: 'Succeeded', Exception: null }
        : failed(point.problem)),
    };
  }

  /** Null: a marker is not known. What is before a marker is forgotten. */
  read(markers: readonly string[]) {
    const items = [];
    for (const marker of markers) {
      const [start, number, place] = marker.split('_');
      const followed = this.#followed.get(Number(number));
      if (start !== this.#start || !followed) return null;
      const events = followed.events.slice(Number(place));
      items.push({
        ...named(followed.point),
        RequestedMarker: marker,
        ...(followed.point.problem === null
          ? {
              LatestMarker: this.#toMarker(Number(number), followed.events.length),
              Events: events.map((value) => ({ ...written(value), Action: 'Add' })),
              Status: 'Succeeded',
              Exception: null,
            }
          : failed(followed.point.problem)),
      });
    }
    return items;
  }

  #toMarker = (number: number, place: number) => `${this.#start}_${number}_${place}`;
}

const named = ({ webId, name, path }: ArchivedPoint) => ({
  Source: webId,
  SourceName: name,
  SourcePath: path,
});

const failed = (problem: string) => ({ Status: 'Failed', Exception: { Errors: [problem] } });

import type { Page } from 'playwright-core';
import type { Client } from '../../../server/src/testing/client.ts';
import { at, type Plant, type Scene } from './plant.ts';

/** A change that one person makes, and another one sees. */
export interface Change {
  /** The screen that is open. */
  screen(plant: Plant): string;
  /** Opens the part that is then changed, if the address does not. */
  open?(page: Page, scene: Scene): Promise<unknown>;
  act(scene: Scene): Promise<unknown>;
  /** Asserts that the screen shows the change. */
  seen(page: Page, scene: Scene): Promise<unknown>;
}

export const helpPath = '/api/settings/system/help';
export const bandsPath = '/api/settings/riskmatrix';

export const text = (wanted: string) => (page: Page) => page.getByText(wanted).first().waitFor();
export const post =
  (path: (plant: Plant) => string, body: (plant: Plant) => unknown): Change['act'] =>
  ({ other, plant }) =>
    other.call('POST', path(plant), body(plant));

/** Changes some fields of a record. */
export async function change<T extends object>(
  other: Client,
  path: string,
  fields: Partial<T>,
): Promise<unknown> {
  const before = await other.call<T>('GET', path);
  return other.call('PUT', path, { ...before, ...fields });
}
export const addPoint =
  (after: number, value: number): Change['act'] =>
  ({ other, plant }) =>
    other.call('POST', `/api/tags/${plant.tagId}/data-points`, [{ time: at + after, value }]);
export const analysisPath = ({ analysisId }: Plant): string => `/apps/riskanalyses/${analysisId}`;

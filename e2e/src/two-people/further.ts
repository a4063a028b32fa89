import { analysisPath, bandsPath, type Change, change, post, text } from './change.ts';
import { at, createCalculatedTag, iso, named } from './plant.ts';
/** Changes of the same kinds on other screens. */
export const further: Record<string, Change> = {
  'a twin that is created': {
    screen: () => `/apps/twins?${new URLSearchParams({ search: named('Created') })}`,
    act: async ({ other }) => {
      const asset = { assetName: named('Created'), uniqueId: named('CREATED') };
      const { id } = await other.call<{ id: number }>('POST', '/api/assets', asset);
      return other.call('POST', '/api/twins', { assetId: id });
    },
    seen: (page) => page.getByRole('link', { name: named('Created') }).waitFor(),
  },
  'the mapping of an input': {
    screen: ({ spareTwinId }) => `/apps/twins/${spareTwinId}/tags`,
    act: ({ other, plant: { unmapped, unmappedTagId } }) =>
      other.call('PUT', `/api/tag-aliases/${unmapped.id}`, {
        name: 'Unmapped',
        mappedTagId: unmappedTagId,
        version: unmapped.version,
      }),
    seen: text(named('UNMAPPED')),
  },
  'a calculated tag': {
    screen: ({ spareTwinId }) => `/apps/twins/${spareTwinId}/tags`,
    act: ({ other, plant }) => createCalculatedTag(other, plant.spareAssetId, plant.heatTagId),
    seen: text(named('DOUBLE')),
  },
  'a marked range': {
    screen: ({ spareTwinId }) => `/apps/twins/${spareTwinId}/protections`,
    act: post(
      ({ spareTwinId }) => `/api/twins/${spareTwinId}/marked-ranges`,
      () => ({ start: iso(at), end: iso(at + 7_200_000) }),
    ),
    seen: (page) => page.getByText(/^Record: 1 of 1 caught/).waitFor(),
  },
  'a consequence, in an analysis': {
    screen: analysisPath,
    act: post(
      () => '/api/consequences',
      ({ spareTwinId }) => [{ twinId: spareTwinId, value: 54_321, lifeCycleState: 'new' }],
    ),
    seen: (page) => page.getByRole('cell', { name: '$54,321' }).first().waitFor(),
  },
  'the bands of the risk matrix': {
    screen: analysisPath,
    act: ({ other }) => change(other, bandsPath, { consequence: [7, 8, 9] }),
    seen: (page) => page.getByRole('columnheader', { name: 'under $7' }).waitFor(),
  },
  'units chosen in another browser': {
    screen: ({ spareTwinId }) => `/apps/twins/${spareTwinId}/tags`,
    act: async ({ self }) => {
      const units = await self.call<{ id: number; code: string; categoryId: number }[]>(
        'GET',
        '/api/uom/units',
      );
      const { id, categoryId } = units.find(({ code }) => code === '[degF]')!;
      return self.call('POST', '/api/settings/user/units', { units: { [categoryId]: id } });
    },
    seen: text('68 °F'),
  },
};

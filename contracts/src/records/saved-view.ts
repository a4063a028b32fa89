import { z } from 'zod';
import { namedLists } from '../access/named-list.ts';
import { id, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Saved views');

/** The maximum number of own views of a user per list, and of shared views per list. */
export const maximumSavedViews = 100;
const maximumParameters = 100;

/** Filters, sort and columns of a list, as query parameters of its page. */
const viewParameters = z
  .record(z.string().min(1).max(100), text(1000))
  .refine((parameters) => Object.keys(parameters).length <= maximumParameters, {
    error: `At most ${maximumParameters} parameters can be saved.`,
  })
  .describe('Filters, sort and columns, as query parameters of the page of the list');
export type ViewParameters = z.infer<typeof viewParameters>;

const changeable = {
  caption: requiredText(100),
  shared: z.boolean().default(false).describe('Whether it is shared with everybody who reads the list'),
  parameters: viewParameters,
};

export const newSavedView = z.strictObject(changeable).meta({ id: 'NewSavedView' });
export type NewSavedView = z.infer<typeof newSavedView>;

export const savedViewChange = z
  .strictObject({ ...changeable, version: version.describe('Version of the view that you edited') })
  .meta({ id: 'SavedViewChange' });
export type SavedViewChange = z.infer<typeof savedViewChange>;

export const savedView = z
  .object({
    id,
    caption: z.string(),
    shared: z.boolean(),
    parameters: viewParameters,
    createdBy: z.string().nullable().describe('User name of the creator; null if the user was deleted'),
    mayChange: z.boolean().describe('Whether the user may update and delete it'),
    version,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

const listParams = z.object({
  list: z
    .string()
    .max(100)
    .describe(`Record type of the list, or one of ${Object.keys(namedLists).join(', ')}`),
});
const viewParams = listParams.extend({ id: idParameter });

export const listSavedViews = defineRoute('GET /api/views/:list', {
  access: 'signed-in',
  summary: 'List the saved views of a list, your own and the shared ones, by caption',
  params: listParams,
  response: z.array(savedView),
});

export const createSavedView = defineRoute('POST /api/views/:list', {
  access: 'signed-in',
  summary: 'Create a saved view of a list. Users who may write the records of the list may share it',
  params: listParams,
  body: newSavedView,
  status: 201,
  response: savedView,
});

export const updateSavedView = defineRoute('PUT /api/views/:list/:id', {
  access: 'signed-in',
  summary:
    'Update your own view; administrators can also update shared views of others. Returns 409 with the current view if the version is outdated',
  params: viewParams,
  body: savedViewChange,
  response: savedView,
});

export const deleteSavedView = defineRoute('DELETE /api/views/:list/:id', {
  access: 'signed-in',
  summary: 'Delete your own view; administrators can also delete shared views of others',
  params: viewParams,
});

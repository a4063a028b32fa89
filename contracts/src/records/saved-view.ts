import { z } from 'zod';
import { namedLists } from '../access/named-list.ts';
import { id, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

const tag = 'Saved views';

/** The maximum number of views that a user keeps of a list, and that are shared in it. */
export const maximumSavedViews = 100;
const maximumParameters = 100;

/** Filters, sort and columns of a list, as the query parameters of its page. */
export const viewParameters = z
  .record(z.string().min(1).max(100), text(1000))
  .refine((parameters) => Object.keys(parameters).length <= maximumParameters, {
    error: `At most ${maximumParameters} parameters can be saved.`,
  })
  .describe('Filters, sort and columns: the query parameters of the page of the list');
export type ViewParameters = z.infer<typeof viewParameters>;

const changeable = {
  caption: requiredText(100),
  shared: z.boolean().default(false).describe('Whether everybody who reads the list sees it'),
  parameters: viewParameters,
};

export const newSavedView = z.strictObject(changeable).meta({ id: 'NewSavedView' });
export type NewSavedView = z.infer<typeof newSavedView>;

export const savedViewChange = z
  .strictObject({ ...changeable, version: version.describe('Of the view that was changed') })
  .meta({ id: 'SavedViewChange' });
export type SavedViewChange = z.infer<typeof savedViewChange>;

export const savedView = z
  .object({
    id,
    caption: z.string(),
    shared: z.boolean(),
    parameters: viewParameters,
    createdBy: z.string().nullable().describe('User name; null for a user who was deleted'),
    mayChange: z.boolean().describe('Whether the user may change and delete it'),
    version,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

const listParams = z.object({
  list: z
    .string()
    .max(100)
    .describe(`The record type whose list it is, or one of ${Object.keys(namedLists).join(', ')}`),
});
const viewParams = listParams.extend({ id: idParameter });

export const listSavedViews = defineRoute({
  method: 'GET',
  path: '/api/views/:list',
  access: 'signed-in',
  tag,
  summary: 'The saved views of a list: the user’s own and the shared ones, by caption',
  params: listParams,
  response: z.array(savedView),
});

export const createSavedView = defineRoute({
  method: 'POST',
  path: '/api/views/:list',
  access: 'signed-in',
  tag,
  summary: 'Save a view of a list. Those who may write what the list shows may share it',
  params: listParams,
  body: newSavedView,
  status: 201,
  response: savedView,
});

export const updateSavedView = defineRoute({
  method: 'PUT',
  path: '/api/views/:list/:id',
  access: 'signed-in',
  tag,
  summary:
    'Change one’s own view; administrators also change those that others share. A conflict answers with the view as it is now',
  params: viewParams,
  body: savedViewChange,
  response: savedView,
});

export const deleteSavedView = defineRoute({
  method: 'DELETE',
  path: '/api/views/:list/:id',
  access: 'signed-in',
  tag,
  summary: 'Delete one’s own view; administrators also delete those that others share',
  params: viewParams,
  status: 204,
});

import { z } from 'zod';
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

const typeParams = z.object({ name: z.string().max(100) });
const viewParams = typeParams.extend({ id: idParameter });

export const listSavedViews = defineRoute({
  method: 'GET',
  path: '/api/recordtypes/:name/views',
  access: 'signed-in',
  tag,
  summary: 'The saved views of the list of a type: the user’s own and the shared ones, by caption',
  params: typeParams,
  response: z.array(savedView),
});

export const createSavedView = defineRoute({
  method: 'POST',
  path: '/api/recordtypes/:name/views',
  access: 'signed-in',
  tag,
  summary: 'Save a view of the list of a type. Those who write records of the type may share it',
  params: typeParams,
  body: newSavedView,
  status: 201,
  response: savedView,
});

export const updateSavedView = defineRoute({
  method: 'PUT',
  path: '/api/recordtypes/:name/views/:id',
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
  path: '/api/recordtypes/:name/views/:id',
  access: 'signed-in',
  tag,
  summary: 'Delete one’s own view; administrators also delete those that others share',
  params: viewParams,
  status: 204,
});

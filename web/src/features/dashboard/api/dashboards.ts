import { useMutation } from '@tanstack/react-query';
import type {
  copyDashboard,
  createDashboard,
  Dashboard,
  DashboardContent,
  DashboardSharing,
  deleteDashboard,
  getDashboard,
  getStartDashboard,
  listDashboardVersions,
  listGroupStarts,
  NewDashboard,
  restoreDashboardVersion,
  setGroupStart,
  setStartDashboard,
  updateDashboard,
} from '@twinward/contracts/questions/dashboard';
import type {
  DashboardPackage,
  exportDashboard,
  importDashboard,
} from '@twinward/contracts/questions/dashboard-package';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The editable fields of a dashboard. */
export interface DashboardDraft {
  name: string;
  description: string;
  sharing: DashboardSharing;
  variables: DashboardContent['variables'];
  range: DashboardContent['range'];
  cards: DashboardContent['cards'];
}

export const toDraft = ({ name, description, sharing, content }: Dashboard): DashboardDraft => ({
  name,
  description,
  sharing,
  ...content,
});

export const toBody = ({ name, description, sharing, ...content }: DashboardDraft): NewDashboard => ({
  name,
  description,
  sharing,
  content,
});

export const useDashboard = (id: string) =>
  useApiQuery<typeof getDashboard>(['dashboards', { id }], 'GET /api/dashboards/:id', { params: { id } });

export const useStart = () =>
  useApiQuery<typeof getStartDashboard>(
    ['start-dashboards', { of: 'user' }],
    'GET /api/settings/user/start-dashboard',
  );

export const useSetStart = () =>
  useApiMutation<typeof setStartDashboard, string | null>('POST /api/settings/user/start-dashboard', {
    toCall: (id) => ({ body: { id } }),
    renews: ['start-dashboards'],
  });

export const useGroupStarts = (enabled: boolean) =>
  useApiQuery<typeof listGroupStarts>(
    ['start-dashboards', { of: 'groups' }],
    'GET /api/dashboards/groups',
    {},
    { enabled },
  );

export const useSetGroupStart = () =>
  useApiMutation<typeof setGroupStart, { group: string; id: string | null }>(
    'PUT /api/dashboards/groups/:name',
    { toCall: ({ group, id }) => ({ params: { name: group }, body: { id } }), renews: ['start-dashboards'] },
  );

const remove = (id: string) => call<typeof deleteDashboard>('DELETE /api/dashboards/:id', { params: { id } });
const undoNew =
  ({ id }: Dashboard) =>
  () =>
    remove(id);

export const useCreateDashboard = () =>
  useApiMutation<typeof createDashboard>('POST /api/dashboards', { renews: ['dashboards'], undo: undoNew });

export const useCopyDashboard = (id: string) =>
  useApiMutation<typeof copyDashboard, string>('POST /api/dashboards/:id/copy', {
    toCall: (name) => ({ params: { id }, body: { name } }),
    renews: ['dashboards'],
    undo: undoNew,
  });

/** Saves a draft over the version that it is based on. */
export const useUpdateDashboard = () =>
  useApiMutation<typeof updateDashboard, EditedDraft>('PUT /api/dashboards/:id', {
    toCall: ({ draft, base: { id, version } }) => ({ params: { id }, body: { ...toBody(draft), version } }),
    saves: (saved) => ['dashboards', { id: saved.id }] as const,
    renews: ['dashboards'],
    renewsOnFailure: true,
  });

interface EditedDraft {
  draft: DashboardDraft;
  base: Dashboard;
}

export const useDeleteDashboard = (id: string) =>
  useMutation({
    mutationFn: () => remove(id),
    meta: { renews: ['dashboards', 'start-dashboards'], deletes: { id } },
  });

export const useDashboardVersions = (id: string) =>
  useApiQuery<typeof listDashboardVersions>(
    ['dashboards', { id, versions: true }],
    'GET /api/dashboards/:id/versions',
    { params: { id } },
  );

export const useRestoreVersion = (dashboard: Dashboard) =>
  useMutation({
    mutationFn: (savedVersion: number) => restore(dashboard, savedVersion),
    meta: {
      renews: ['dashboards'],
      renewsOnFailure: true,
      // Undo restores the previous version.
      undo: (restored: Dashboard) => () => restore(restored, restored.version - 1),
    },
  });

const restore = ({ id, version }: Dashboard, savedVersion: number) =>
  call<typeof restoreDashboardVersion>('POST /api/dashboards/:id/versions/:savedVersion/restore', {
    params: { id, savedVersion: String(savedVersion) },
    body: { version },
  });

export const fetchPackage = (id: string): Promise<DashboardPackage> =>
  call<typeof exportDashboard>('GET /api/dashboards/:id/export', { params: { id } });

export const useImportDashboard = () =>
  useApiMutation<typeof importDashboard>('POST /api/dashboards/import', {
    renews: ['dashboards'],
    undo: ({ dashboard }) => undoNew(dashboard),
  });

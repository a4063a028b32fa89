import { useMutation } from '@tanstack/react-query';
import type {
  createFigureAlert,
  deleteFigureAlert,
  FigureAlert,
  FigureAlertChange,
  listFigureAlerts,
  NewFigureAlert,
  updateFigureAlert,
} from '@twinward/contracts/questions/figure-alert';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

const meta = { renews: ['figure-alerts'] as const };

export const useFigureAlerts = () =>
  useApiQuery<typeof listFigureAlerts>(['figure-alerts', {}], 'GET /api/figure-alerts');

const create = (body: NewFigureAlert) => call<typeof createFigureAlert>('POST /api/figure-alerts', { body });

const remove = ({ id }: FigureAlert) =>
  call<typeof deleteFigureAlert>('DELETE /api/figure-alerts/:id', { params: { id } });

export const useCreateFigureAlert = () =>
  useMutation({
    mutationFn: create,
    meta: { ...meta, undo: (created: FigureAlert) => () => remove(created) },
  });

const change = ({ id }: FigureAlert, body: FigureAlertChange) =>
  call<typeof updateFigureAlert>('PUT /api/figure-alerts/:id', { params: { id }, body });

interface AlertChange {
  alert: FigureAlert;
  change: FigureAlertChange;
}

export const useUpdateFigureAlert = () =>
  useMutation({
    mutationFn: (changed: AlertChange) => change(changed.alert, changed.change),
    meta: {
      ...meta,
      // Only its owner changes an alert, so it has no version.
      undo:
        (_: unknown, { alert }: AlertChange) =>
        () => {
          const { name, direction, limit, release } = alert;
          return change(alert, { name, direction, limit, release });
        },
    },
  });

export const useDeleteFigureAlert = () =>
  useMutation({
    mutationFn: remove,
    meta: {
      ...meta,
      says: 'Deleted.',
      undo:
        (_: unknown, { source, values, name, direction, limit, release }: FigureAlert) =>
        () =>
          create({ source, values, name, direction, limit, release }),
    },
  });

import { mdiAccountMultipleOutline, mdiMenuDown } from '@mdi/js';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ViewParameters } from '@twinward/contracts/records/saved-view';
import { type ReactNode, useId, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Icon } from '../../ui/page/icon.tsx';
import { usePageCommands } from '../commands/page-commands.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { useSavedViews } from './saved-view-calls.ts';
import { SavedViewDialog } from './saved-view-dialog.tsx';
import { isSameView, toAddress, viewParametersIn } from './view-parameters.ts';

const none: readonly string[] = [];

/**
 * A menu of the saved views of a list whose state is kept in the URL (`useListAddress`). The button shows the view that
 * matches the list.
 */
export function SavedViews({
  list,
  mayShare,
  fixed = none,
}: {
  /** The record type of the list, or the list's own name. */
  list: string;
  mayShare: boolean;
  /** URL parameters that are not part of views. */
  fixed?: readonly string[];
}): ReactNode {
  const id = useId();
  const views = useSavedViews(list).data ?? [];
  const [address, setAddress] = useSearchParams();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [shown, show] = useState<'save' | 'manage' | null>(null);
  const current = viewParametersIn(address, fixed);
  const isStandard = Object.keys(current).length === 0;
  const active = isStandard ? undefined : views.find(({ parameters }) => isSameView(parameters, current));
  const { pathname } = useLocation();
  usePageCommands(
    views.map(({ caption, parameters }) => ({
      title: `Open view ${caption}`,
      to: `${pathname}?${toAddress(parameters, address, fixed)}`,
    })),
  );
  const close = (): void => setAnchor(null);
  const open = (parameters: ViewParameters): void => {
    close();
    setAddress(toAddress(parameters, address, fixed));
  };
  const choose = (dialog: 'save' | 'manage'): void => {
    close();
    show(dialog);
  };
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor === null ? {} : { 'aria-controls': id })}
        endIcon={<Icon path={mdiMenuDown} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ maxWidth: 280 }}
      >
        {active === undefined ? 'Views' : `View: ${active.caption}`}
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem dense selected={isStandard} onClick={() => open({})}>
          Standard view
        </MenuItem>
        {views.map((view) => (
          <MenuItem dense key={view.id} selected={view === active} onClick={() => open(view.parameters)}>
            <ListItemText
              primary={view.caption}
              slotProps={{ primary: { noWrap: true, title: view.caption, sx: { maxWidth: 320 } } }}
            />
            {view.shared ? (
              <Icon path={mdiAccountMultipleOutline} label="Shared" sx={{ ml: 3, fontSize: 16 }} />
            ) : null}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem dense disabled={isStandard || active !== undefined} onClick={() => choose('save')}>
          Save view
        </MenuItem>
        {views.length === 0 ? null : (
          <MenuItem dense onClick={() => choose('manage')}>
            Manage views
          </MenuItem>
        )}
      </Menu>
      {shown === 'save' ? (
        <SavedViewDialog
          list={list}
          view={null}
          parameters={current}
          mayShare={mayShare}
          onClose={() => show(null)}
        />
      ) : null}
      {shown === 'manage' ? (
        <ManageViewsDialog
          list={list}
          views={views}
          current={current}
          mayShare={mayShare}
          onClose={() => show(null)}
        />
      ) : null}
    </>
  );
}

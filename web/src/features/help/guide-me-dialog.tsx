import { mdiChevronDown } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Video } from '@twinward/contracts/system/setting';
import { isClip, listVideos } from '@twinward/domain/clips';
import { toAnchor } from '@twinward/domain/text/markdown';
import { type ReactNode, useId, useState } from 'react';
import { withBasePath } from '../../shared/address/base-path.ts';
import { useVideoPlayer, useVideoSettings } from '../../shared/api/queries/use-help.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** Help videos by topic. */
export function GuideMeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const settings = useVideoSettings();
  const mayConfigure = useAccess('system');
  const [chosen, setChosen] = useState<string | null>(null);
  const videos = settings.data === undefined ? [] : listVideos(settings.data);
  const shown = videos.find(({ id }) => id === chosen) ?? videos.find(({ moi }) => !moi) ?? videos[0];
  return (
    <AppDialog
      title="Guide Me"
      maxWidth="lg"
      onClose={onClose}
      toolbar={videos.length === 0 ? null : <VideoMenu videos={videos} onChoose={setChosen} />}
    >
      <Loaded query={settings} rows={6} fallback="The videos could not be loaded.">
        {(loaded) =>
          shown === undefined ? (
            <EmptyState
              title="There are no videos yet."
              hint="An administrator can add videos that show how to use Twinward."
              action={
                mayConfigure ? (
                  <TextLink to="/settings/system" onClick={onClose}>
                    Add videos
                  </TextLink>
                ) : undefined
              }
            />
          ) : (
            <Player key={shown.id} video={shown} isClip={isClip(loaded, shown.id)} />
          )
        }
      </Loaded>
    </AppDialog>
  );
}

/** Plays a video in a frame whose content security policy allows only that video. */
function Player({ video, isClip }: { video: Video; isClip: boolean }): ReactNode {
  const player = useVideoPlayer(video.id);
  return (
    <>
      <Box component="h3" sx={{ m: 0, mb: 2, fontSize: '0.875rem', fontWeight: 600 }}>
        {video.title}
      </Box>
      <Loaded query={player} rows={6} fallback="This video could not be loaded.">
        {({ address }) => (
          <Box
            component="iframe"
            src={withBasePath(address)}
            title={video.title}
            allow="fullscreen; picture-in-picture"
            allowFullScreen
            sx={{ display: 'block', width: 1, aspectRatio: '16 / 9', border: 0, bgcolor: 'common.black' }}
          />
        )}
      </Loaded>
      {isClip ? (
        <Link
          href={withBasePath(`/docs/guide#${toAnchor(video.title)}`)}
          target="_blank"
          rel="noreferrer"
          sx={{ display: 'inline-block', mt: 2 }}
        >
          Read the steps
        </Link>
      ) : null}
    </>
  );
}

/** The videos of a topic, then related ones. */
function VideoMenu({
  videos,
  onChoose,
}: {
  videos: readonly Video[];
  onChoose: (id: string) => void;
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = (): void => setAnchor(null);
  const item = (video: Video): ReactNode => (
    <MenuItem
      key={video.id}
      onClick={() => {
        onChoose(video.id);
        close();
      }}
    >
      {video.title}
    </MenuItem>
  );
  const interesting = videos.filter(({ moi }) => moi);
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor === null ? {} : { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon path={mdiChevronDown} />}
      >
        Available Videos
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={close}>
        {videos.filter(({ moi }) => !moi).map(item)}
        {interesting.length === 0 ? null : (
          <ListSubheader role="presentation" sx={{ lineHeight: '32px', bgcolor: 'transparent' }}>
            Maybe of Interest
          </ListSubheader>
        )}
        {interesting.map(item)}
      </Menu>
    </>
  );
}

import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { protectionPath } from '../../../shared/address/paths.ts';
import { idIn, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { useProtectionLevels } from '../api/list-protections.ts';
import { DrillDown } from './drill-down.tsx';
import { LevelSummary } from './level-summary.tsx';
import { BadActors, Chattering, Standing } from './performance-tabs.tsx';
import { PlantList } from './plant-list.tsx';

const base = '/apps/protections';

/** The tabs, by URL parameter: `show=bad-actors`. */
const tabs = [
  { show: 'all', label: 'All', Content: PlantList },
  { show: 'bad-actors', label: 'Bad actors', Content: BadActors },
  { show: 'chattering', label: 'Chattering', Content: Chattering },
  { show: 'standing', label: 'Standing', Content: Standing },
] as const;

/** `/apps/protections/:id?`: the protections of the plant, optionally with one open beside the list. */
export function ProtectionsPage(): ReactNode {
  const { id } = useParams();
  const opened = id === undefined ? null : idIn(id);
  if (id !== undefined && opened === null) return <UnknownRecord />;
  return <Protections opened={opened} />;
}

function Protections({ opened }: { opened: number | null }): ReactNode {
  const levels = useProtectionLevels();
  const { search } = useLocation();
  const [parameters] = useSearchParams();
  const isSplit = useMediaQuery('(min-width: 1200px)');
  const { show, Content } = tabs.find((tab) => tab.show === parameters.get('show')) ?? tabs[0];
  const rowTo = (id: number): string => `${protectionPath(id)}${search}`;
  const list = <Content isNarrow={opened !== null && isSplit} rowTo={rowTo} />;
  const drillDown =
    opened === null ? null : <DrillDown key={opened} protectionId={opened} closeTo={`${base}${search}`} />;
  return (
    <Page
      title="Protections"
      tabs={
        <Tabs
          value={show}
          aria-label="Protections"
          variant="scrollable"
          scrollButtons={false}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {tabs.map((tab) => (
            <Tab
              key={tab.show}
              component={Link}
              to={tab.show === 'all' ? base : `${base}?show=${tab.show}`}
              value={tab.show}
              label={tab.label}
              sx={{ px: 0, mr: 5, minWidth: 0 }}
            />
          ))}
        </Tabs>
      }
    >
      {show === 'all' && (opened === null || isSplit) ? (
        <Loaded query={levels} rows={2} fallback="The protections could not be counted.">
          {(data) => <LevelSummary levels={data} />}
        </Loaded>
      ) : null}
      {drillDown === null ? (
        list
      ) : isSplit ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)', columnGap: 8 }}>
          <Box>{list}</Box>
          <Box
            sx={{
              position: 'sticky',
              top: 56,
              alignSelf: 'start',
              maxHeight: 'calc(100vh - 64px)',
              overflowY: 'auto',
            }}
          >
            {drillDown}
          </Box>
        </Box>
      ) : (
        drillDown
      )}
    </Page>
  );
}

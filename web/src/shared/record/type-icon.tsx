import {
  mdiAccountHardHat,
  mdiAlertOutline,
  mdiCalendarCheck,
  mdiCertificateOutline,
  mdiClipboardCheckOutline,
  mdiClipboardTextOutline,
  mdiFileDocumentOutline,
  mdiFlaskOutline,
  mdiGauge,
  mdiHammerWrench,
  mdiMagnify,
  mdiMapMarkerOutline,
  mdiPackageVariantClosed,
  mdiRuler,
  mdiShieldCheckOutline,
  mdiTruckOutline,
  mdiValve,
} from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';

/** The icons of record types, by the stored name. */
const icons: Readonly<Record<string, { label: string; path: string }>> = {
  document: { label: 'Document', path: mdiFileDocumentOutline },
  report: { label: 'Report', path: mdiClipboardTextOutline },
  checklist: { label: 'Checklist', path: mdiClipboardCheckOutline },
  inspection: { label: 'Inspection', path: mdiMagnify },
  measurement: { label: 'Measurement', path: mdiRuler },
  gauge: { label: 'Gauge', path: mdiGauge },
  sample: { label: 'Sample', path: mdiFlaskOutline },
  certificate: { label: 'Certificate', path: mdiCertificateOutline },
  calendar: { label: 'Calendar', path: mdiCalendarCheck },
  incident: { label: 'Incident', path: mdiAlertOutline },
  safety: { label: 'Safety', path: mdiShieldCheckOutline },
  repair: { label: 'Repair', path: mdiHammerWrench },
  part: { label: 'Part', path: mdiPackageVariantClosed },
  valve: { label: 'Valve', path: mdiValve },
  person: { label: 'Person', path: mdiAccountHardHat },
  place: { label: 'Place', path: mdiMapMarkerOutline },
  supplier: { label: 'Supplier', path: mdiTruckOutline },
};

export const iconChoices = Object.entries(icons).map(([value, { label }]) => ({ value, label }));

/** The icon of a record type; a document icon for an unknown name. */
export const TypeIcon = ({ name }: { name: string }): ReactNode => (
  <Icon path={(Object.hasOwn(icons, name) ? icons[name]! : icons.document!).path} />
);

import { type ComponentType, lazy } from 'react'
import type { IconName } from '../components/icons.tsx'
import type { ScreenGroup, ScreenId } from '../routing/screens.ts'

export interface Screen {
  id: ScreenId
  group: ScreenGroup
  icon: IconName
  /** Pressed after `g`. */
  key: string
  component: ComponentType
}

/** The screens in the order of the navigation. A screen is added with one row here and its title in both dictionaries. */
export const SCREENS: readonly Screen[] = [
  {
    id: 'live',
    group: 'observe',
    icon: 'live',
    key: 'v',
    component: lazy(() => import('./live/live-screen.tsx').then(({ LiveScreen }) => ({ default: LiveScreen }))),
  },
  {
    id: 'requests',
    group: 'observe',
    icon: 'requests',
    key: 'r',
    component: lazy(() =>
      import('./requests/requests-screen.tsx').then(({ RequestsScreen }) => ({ default: RequestsScreen })),
    ),
  },
  {
    id: 'limits',
    group: 'observe',
    icon: 'limits',
    key: 'l',
    component: lazy(() => import('./limits/limits-screen.tsx').then(({ LimitsScreen }) => ({ default: LimitsScreen }))),
  },
  {
    id: 'calls',
    group: 'observe',
    icon: 'calls',
    key: 'c',
    component: lazy(() => import('./calls/calls-screen.tsx').then(({ CallsScreen }) => ({ default: CallsScreen }))),
  },
  {
    id: 'webhooks',
    group: 'observe',
    icon: 'webhooks',
    key: 'w',
    component: lazy(() =>
      import('./webhooks/webhooks-screen.tsx').then(({ WebhooksScreen }) => ({ default: WebhooksScreen })),
    ),
  },
  {
    id: 'inbox',
    group: 'observe',
    icon: 'inbox',
    key: 'i',
    component: lazy(() => import('./inbox/inbox-screen.tsx').then(({ InboxScreen }) => ({ default: InboxScreen }))),
  },
  {
    id: 'client',
    group: 'observe',
    icon: 'client',
    key: 'b',
    component: lazy(() => import('./client/client-screen.tsx').then(({ ClientScreen }) => ({ default: ClientScreen }))),
  },
  {
    id: 'faults',
    group: 'drive',
    icon: 'faults',
    key: 'f',
    component: lazy(() => import('./faults/faults-screen.tsx').then(({ FaultsScreen }) => ({ default: FaultsScreen }))),
  },
  {
    id: 'data',
    group: 'drive',
    icon: 'data',
    key: 'd',
    component: lazy(() => import('./tenant-data/data-screen.tsx').then(({ DataScreen }) => ({ default: DataScreen }))),
  },
  {
    id: 'tenants',
    group: 'drive',
    icon: 'tenants',
    key: 'k',
    component: lazy(() =>
      import('./tenants/tenants-screen.tsx').then(({ TenantsScreen }) => ({ default: TenantsScreen })),
    ),
  },
  {
    id: 'snapshots',
    group: 'drive',
    icon: 'snapshots',
    key: 'n',
    component: lazy(() =>
      import('./snapshots/snapshots-screen.tsx').then(({ SnapshotsScreen }) => ({ default: SnapshotsScreen })),
    ),
  },
  {
    id: 'signature',
    group: 'contract',
    icon: 'signature',
    key: 'y',
    component: lazy(() =>
      import('./signature/signature-screen.tsx').then(({ SignatureScreen }) => ({ default: SignatureScreen })),
    ),
  },
  {
    id: 'assumptions',
    group: 'contract',
    icon: 'assumptions',
    key: 'a',
    component: lazy(() =>
      import('./assumptions/assumptions-screen.tsx').then(({ AssumptionsScreen }) => ({ default: AssumptionsScreen })),
    ),
  },
  {
    id: 'coverage',
    group: 'contract',
    icon: 'coverage',
    key: 'o',
    component: lazy(() =>
      import('./coverage/coverage-screen.tsx').then(({ CoverageScreen }) => ({ default: CoverageScreen })),
    ),
  },
  {
    id: 'reference',
    group: 'contract',
    icon: 'reference',
    key: 'e',
    component: lazy(() =>
      import('./reference/reference-screen.tsx').then(({ ReferenceScreen }) => ({ default: ReferenceScreen })),
    ),
  },
]

export const screenById = (id: string | undefined): Screen | undefined => SCREENS.find(screen => screen.id === id)

import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CallDetailView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { LimitsView, SetLimitsBody } from '../../server/control/protocol/limits.ts'
import type { SnapshotView } from '../../server/control/protocol/snapshots.ts'
import type { IconName } from '../components/icons.tsx'
import { LIMIT_SET, tellsOf } from '../components/limit-notice.ts'
import { notifyDone } from '../components/notify.tsx'
import { useFork } from '../components/use-fork.ts'
import { ANSWERED_NUMBER } from '../data/answered-number.ts'
import { control, worldPath } from '../data/client.ts'
import { download } from '../data/download.ts'
import { callApi } from '../data/emulated-request.ts'
import { useTenants } from '../data/queries.ts'
import { useSaveSnapshot } from '../data/snapshots.ts'
import { keyFor } from '../data/tenant-keys.ts'
import { useAllWebhooks } from '../data/use-page.ts'
import { useWorldId } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'
import { useGo } from '../routing/use-place.ts'
import { nextName } from '../screens/snapshots/names.ts'

/** Something that the palette can do. */
export interface Deed {
  id: string
  icon: IconName
  label: string
  /** More words that find it. */
  words?: string
  run: () => void
}

/** Whoever looks at a tenant means that one. Pure. */
export const lookedAtFirst = <Row extends { readonly tenant: string }>(
  tenants: readonly Row[],
  lookedAt: string | undefined,
): Row[] => tenants.toSorted((one, other) => Number(other.tenant === lookedAt) - Number(one.tenant === lookedAt))

const SUBSCRIPTIONS = ['webhooks', 'subscriptions'] as const
const EVENTS = ['webhooks', 'events'] as const

/** What is done to the world, without going to its screen. */
export function useDeeds(isOpen: boolean, lookedAt: string | undefined): Deed[] {
  const { t } = useTranslation()
  const go = useGo()
  const world = useWorldId()
  const fork = useFork()
  const tenants = lookedAtFirst(useTenants() ?? [], lookedAt).filter(({ open_api_enabled }) => open_api_enabled)
  const webhooks = useAllWebhooks(isOpen).filter(({ deleted_at }) => deleted_at === null)
  const save = useSaveSnapshot()
  const { mutate } = useMutation({ mutationFn: (send: () => Promise<void>) => send() })

  const setUsed = (tenant: string, body: SetLimitsBody, done: 'one_left_done' | 'used_up_done' | 'one_send_done') =>
    mutate(async () => {
      const limits = await control<LimitsView>('PUT', worldPath(world, 'tenants', tenant, 'limits'), { body })
      const limit = body.day === undefined ? 'webhook_sends' : 'day'
      tellsOf({ tenant, limit, used: limits[limit].used })
      notifyDone(t(`palette.${done}`, { tenant }), { about: LIMIT_SET })
      go(['limits', tenant])
    })
  const placeCall = (tenant: string) =>
    mutate(async () => {
      const body = { tenant, phone_number: ANSWERED_NUMBER }
      const { call_id } = await control<CallDetailView>('POST', worldPath(world, 'calls'), { body })
      go(placeOfNoun('call', call_id))
    })
  const sendTest = (id: number, key: string) =>
    mutate(async () => {
      const path = `/webhooks/${id}/test`
      const { data } = await callApi<{ delivery_id: string }>({ method: 'POST', path, key })
      go(placeOfNoun('delivery', data.delivery_id))
    })
  const saveSnapshot = () =>
    mutate(async () => {
      const { data } = await control<Page<SnapshotView>>('GET', worldPath(world, 'snapshots'))
      const name = nextName(data.map(taken => taken.name))
      await save.mutateAsync(name)
      notifyDone(t('palette.snapshot_done', { name }))
    })
  return [
    {
      id: 'snapshot',
      icon: 'snapshots',
      label: t('palette.save_snapshot'),
      words: t('palette.words.snapshot'),
      run: saveSnapshot,
    },
    {
      id: 'fork',
      icon: 'fork',
      label: t('palette.fork_now'),
      words: t('palette.words.fork_now'),
      run: () => fork.mutate(undefined),
    },
    {
      id: 'har',
      icon: 'download',
      label: t('palette.save_har'),
      words: 'har, export',
      run: () => mutate(() => download(worldPath(world, 'requests.har'), `${world}.har`)),
    },
    {
      id: 'capsule',
      icon: 'download',
      label: t('palette.save_capsule'),
      words: t('palette.words.save_capsule'),
      run: () => mutate(() => download(worldPath(world, 'capsule'), `${world}.ringback-capsule`)),
    },
    { id: 'register', icon: 'webhooks', label: `${t('webhooks.register')}…`, run: () => go([...SUBSCRIPTIONS, 'new']) },
    { id: 'trigger', icon: 'webhooks', label: `${t('webhooks.trigger')}…`, run: () => go([...EVENTS, 'new']) },
    {
      id: 'new tenant',
      icon: 'tenants',
      label: `${t('tenants.new')}…`,
      words: t('palette.words.new_tenant'),
      run: () => go(['tenants'], { search: '?create=1' }),
    },
    {
      id: 'fault',
      icon: 'faults',
      label: `${t('faults.add')}…`,
      words: t('palette.words.add_fault'),
      run: () => go(['faults']),
    },
    {
      id: 'reset',
      icon: 'snapshots',
      label: `${t('snapshots.reset')}…`,
      words: t('palette.words.reset'),
      run: () => go(['snapshots']),
    },
    ...tenants.flatMap(({ tenant }): Deed[] => [
      {
        id: `one ${tenant}`,
        icon: 'limits',
        label: t('palette.one_left', { tenant }),
        words: t('palette.words.one_left', { tenant }),
        run: () => setUsed(tenant, { day: { used: 'limit-1' } }, 'one_left_done'),
      },
      {
        id: `used up ${tenant}`,
        icon: 'limits',
        label: t('palette.used_up', { tenant }),
        words: t('palette.words.used_up', { tenant }),
        run: () => setUsed(tenant, { day: { used: 'limit' } }, 'used_up_done'),
      },
      {
        id: `one send ${tenant}`,
        icon: 'limits',
        label: t('palette.one_send', { tenant }),
        words: t('palette.words.one_send', { tenant }),
        run: () => setUsed(tenant, { webhook_sends: { used: 'limit-1' } }, 'one_send_done'),
      },
      { id: `call ${tenant}`, icon: 'calls', label: t('palette.place_call', { tenant }), run: () => placeCall(tenant) },
    ]),
    ...webhooks.flatMap(({ webhook_id, tenant, label }): Deed[] => {
      const key = keyFor(
        tenants.find(candidate => candidate.tenant === tenant),
        'webhooks:manage',
      )
      const name = label ?? String(webhook_id)
      return key === undefined
        ? []
        : [
            {
              id: `test ${webhook_id}`,
              icon: 'webhooks',
              label: t('palette.send_test', { webhook: name, tenant }),
              run: () => sendTest(webhook_id, key),
            },
          ]
    }),
  ]
}

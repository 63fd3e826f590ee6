import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PlanLimits, PlanName } from '../../server/contract/plans.ts'
import type { CallDetailView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { LimitName, LimitsView, SetLimitsBody } from '../../server/control/protocol/limits.ts'
import type { SnapshotView } from '../../server/control/protocol/snapshots.ts'
import type { IconName } from '../components/icons.tsx'
import { leftText } from '../components/left-text.ts'
import { LIMIT_SET, tellsOf } from '../components/limit-notice.ts'
import { notifyDone } from '../components/notify.tsx'
import { useFork } from '../components/use-fork.ts'
import { ANSWERED_NUMBER } from '../data/answered-number.ts'
import { control, worldPath } from '../data/client.ts'
import { useContract } from '../data/contract.ts'
import { download } from '../data/download.ts'
import { callApi } from '../data/emulated-request.ts'
import { useTenants } from '../data/queries.ts'
import { useIsRecording } from '../data/recording.ts'
import { capsuleName, useSaveSnapshot } from '../data/snapshots.ts'
import { keyFor } from '../data/tenant-keys.ts'
import { bytesText } from '../data/time-text.ts'
import { useAllWebhooks } from '../data/use-page.ts'
import { useWorldId } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'
import { useGo } from '../routing/use-place.ts'
import { LIMIT_OF } from '../screens/limits/as-plan.ts'
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

/** In the order in which they are offered. */
const SET_LIMITS = ['day', 'webhook_sends', 'minute', 'burst'] as const satisfies readonly LimitName[]

/** Of what has no limit nothing can be left, and of what is not in the plan nothing ever is. Pure. */
const canBeUsedUp = (limit: number | null | undefined): boolean => typeof limit === 'number' && limit > 0

const SUBSCRIPTIONS = ['webhooks', 'subscriptions'] as const
const EVENTS = ['webhooks', 'events'] as const

/** What is done to the world, without going to its screen. */
export function useDeeds(isOpen: boolean, lookedAt: string | undefined): Deed[] {
  const { t } = useTranslation()
  const go = useGo()
  const world = useWorldId()
  const isRecording = useIsRecording() === true
  const fork = useFork()
  const contract = useContract()
  const tenants = lookedAtFirst(useTenants() ?? [], lookedAt).filter(({ open_api_enabled }) => open_api_enabled)
  const webhooks = useAllWebhooks(isOpen).filter(({ deleted_at }) => deleted_at === null)
  const save = useSaveSnapshot()
  const { mutate } = useMutation({ mutationFn: (send: () => Promise<void>) => send() })

  const limitsOf = (plan: PlanName | null): PlanLimits | undefined =>
    plan === null ? contract?.default_limits : contract?.plans[plan]
  const setUsed = (tenant: string, limit: LimitName, used: 'limit' | 'limit-1') =>
    mutate(async () => {
      const body: SetLimitsBody = { [limit]: { used } }
      const limits = await control<LimitsView>('PUT', worldPath(world, 'tenants', tenant, 'limits'), { body })
      const { used: set, resets_at } = limits[limit]
      tellsOf({ tenant, limit, used: set, resets_at })
      notifyDone(leftText(t, tenant, limit, limits), { about: LIMIT_SET })
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
      run: () =>
        mutate(async () => {
          await download(worldPath(world, 'requests.har'), `${world}.har`)
        }),
    },
    {
      id: 'capsule',
      icon: 'download',
      label: t(isRecording ? 'palette.save_capsule' : 'palette.save_capsule_now'),
      words: t('palette.words.save_capsule'),
      run: () =>
        mutate(async () => {
          const name = capsuleName(world)
          const { bytes } = await download(worldPath(world, 'capsule'), name)
          notifyDone(t('snapshots.capsule_taken', { name, size: bytesText(bytes) }))
        }),
    },
    {
      id: 'register',
      icon: 'webhooks',
      label: `${t('webhooks.register')}…`,
      words: t('palette.words.register'),
      run: () => go([...SUBSCRIPTIONS, 'new']),
    },
    {
      id: 'trigger',
      icon: 'webhooks',
      label: `${t('webhooks.trigger')}…`,
      words: t('palette.words.trigger'),
      run: () => go([...EVENTS, 'new']),
    },
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
    ...tenants.flatMap(({ tenant, plan }): Deed[] => [
      ...SET_LIMITS.filter(limit => canBeUsedUp(limitsOf(plan)?.[LIMIT_OF[limit]])).flatMap((limit): Deed[] => {
        const other = limit === 'day' ? '' : '_other'
        const said = { tenant, limit: limit.replace('_', ' ') }
        return [
          {
            id: `one ${limit} ${tenant}`,
            icon: 'limits',
            label: t(`palette.one_left_${limit}`, { tenant }),
            words: t(`palette.words.one_left${other}`, said),
            run: () => setUsed(tenant, limit, 'limit-1'),
          },
          {
            id: `used up ${limit} ${tenant}`,
            icon: 'limits',
            label: t(`palette.used_up_${limit}`, { tenant }),
            words: t(`palette.words.used_up${other}`, said),
            run: () => setUsed(tenant, limit, 'limit'),
          },
        ]
      }),
      {
        id: `call ${tenant}`,
        icon: 'calls',
        label: t('palette.place_call', { tenant }),
        words: t('palette.words.place_call'),
        run: () => placeCall(tenant),
      },
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

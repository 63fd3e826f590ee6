import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NOT_ANSWERED_WHOLE } from '../../server/contract/answered.ts'
import { DELIVERY_STATUSES } from '../../server/contract/events.ts'
import { NO_END } from '../../server/contract/lists.ts'
import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { InboxSummary } from '../../server/control/protocol/inboxes.ts'
import type { SnapshotsPage } from '../../server/control/protocol/snapshots.ts'
import type { VerdictRuleView, WorldJudgement } from '../../server/control/protocol/verdicts.ts'
import type { KeyView, StaffView } from '../../server/control/protocol/worlds.ts'
import type { IconName } from '../components/icons.tsx'
import { ruleTitle } from '../components/rule-title.ts'
import { dayFromText } from '../data/calendar.ts'
import { control, worldPath } from '../data/client.ts'
import { useContract } from '../data/contract.ts'
import { useDrills } from '../data/drills.ts'
import { inboxNameOf } from '../data/inbox-name.ts'
import { keys } from '../data/keys.ts'
import { useTenants, useWorldQuery } from '../data/queries.ts'
import { wallClock } from '../data/time-text.ts'
import { useAllWebhooks } from '../data/use-page.ts'
import { useWorldId } from '../data/world.tsx'
import { titleText } from '../i18n/said.ts'
import { placeOfNoun } from '../routing/nouns.ts'
import { callersOf, callerText } from '../screens/client/callers.ts'
import { dayNamed, instantBefore, pastInstant } from './clock-moves.ts'

/** A part of a screen, or a thing on one, that is gone to by its name. */
export interface NamedPlace {
  icon: IconName
  label: string
  /** More words that find it. */
  words?: string
  place: readonly (string | number)[]
  search?: string
}

const WEBHOOK_PARTS = ['subscriptions', 'deliveries', 'events', 'suppressed', 'certify', 'forwards'] as const

/** The parts of screens: too many to be listed before something is typed. */
export function usePartPlaces(query: string): NamedPlace[] {
  const { t } = useTranslation()
  const contract = useContract()
  const typed = query.trim()
  if (typed === '') return []
  const part = (screen: 'requests' | 'webhooks' | 'client' | 'limits' | 'calls', name: string) =>
    `${t(`screens.${screen}`)} › ${name}`
  return [
    ...NOT_ANSWERED_WHOLE.map(way => ({
      icon: 'requests' as const,
      label: part('requests', t(`broken_off.${way}`)),
      words: t(`palette.words.outcomes.${way}`),
      place: ['requests'],
      search: `?status=${way}`,
    })),
    {
      icon: 'requests',
      label: part('requests', t('palette.refused_or_failed')),
      words: t('palette.words.failed'),
      place: ['requests'],
      search: '?status=4xx,5xx',
    },
    ...(contract?.call_statuses ?? []).map(status => ({
      icon: 'calls' as const,
      label: part('calls', t(`call_status.${status}`)),
      words: [status, status === 'failed' ? t('palette.words.failed') : ''].join(', '),
      place: ['calls'],
      search: `?status=${status}`,
    })),
    ...DELIVERY_STATUSES.map(status => ({
      icon: 'webhooks' as const,
      label: `${t('webhooks.deliveries')} › ${
        status === 'pending' ? t('webhooks.pending_or_retrying') : t(`delivery_status.${status}`)
      }`,
      words: [status, status === 'failed' ? t('palette.words.failed') : ''].join(', '),
      place: ['webhooks', 'deliveries'],
      search: `?status=${status}`,
    })),
    ...WEBHOOK_PARTS.map(name => ({
      icon: 'webhooks' as const,
      label: part('webhooks', t(`webhooks.${name}`)),
      words: t(`palette.words.parts.${name}`),
      place: ['webhooks', name],
    })),
    {
      icon: 'client',
      label: part('client', t('client.verdicts')),
      words: t('palette.words.parts.verdicts'),
      place: ['client'],
    },
    {
      icon: 'client',
      label: part('client', t('client.drills')),
      words: t('palette.words.parts.drills'),
      place: ['client', 'drills'],
    },
    {
      icon: 'limits',
      label: part('limits', t('limits.fit.tab')),
      words: t('palette.words.parts.fit'),
      place: ['limits', '~fit'],
    },
    {
      icon: 'calls',
      label: part('calls', t('calls.scripts')),
      words: t('palette.words.parts.scripts'),
      place: ['calls', 'scripts'],
    },
  ]
}

/** Staff members by name, to their calls. */
export function useStaffPlaces(typed: string): NamedPlace[] {
  const { t } = useTranslation()
  const world = useWorldId()
  const tenants = useTenants() ?? []
  const isAsked = WORTH_ASKING.test(typed)
  const staff = useQueries({
    queries: tenants.map(({ tenant }) => ({
      queryKey: keys.area(world, 'tenants', 'tenants', tenant, 'staff'),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        control<Page<StaffView>>('GET', worldPath(world, 'tenants', tenant, 'staff'), { signal }),
      enabled: isAsked,
    })),
  })
  if (!isAsked) return []
  return tenants.flatMap(({ tenant }, index) =>
    (staff[index]?.data?.data ?? []).map(({ staff_id, name }) => ({
      icon: 'calls' as const,
      label: t('palette.calls_of_staff', { name, tenant }),
      words: [name, name.replace(/\s/g, ''), String(staff_id), t('calls.staff')].join(', '),
      place: ['calls'],
      search: `?${new URLSearchParams({ staff_id: String(staff_id) })}`,
    })),
  )
}

/** What lists have of a day in Tokyo that was typed, or since or of the minute of an instant, which are in the past: where the clock cannot go, one can look. */
export function usePastPlaces(typed: string, now: number): NamedPlace[] {
  const { t } = useTranslation()
  const past = pastFromText(typed, now)
  if (past === undefined) return []
  const within = [past.from, past.until ?? NO_END]
    .map(at => (typeof at === 'number' ? new Date(at).toISOString() : at))
    .join('/')
  return (
    [
      ['requests', ['requests'], 'screens.requests'],
      ['calls', ['calls'], 'screens.calls'],
      ['webhooks', ['webhooks', 'deliveries'], 'webhooks.deliveries'],
      ['webhooks', ['webhooks', 'events'], 'webhooks.events'],
    ] as const
  ).map(([icon, place, name]) => ({
    icon,
    label: t(past.until === undefined ? 'palette.list_since' : 'palette.list_of_day', {
      list: t(name),
      day: past.text,
    }),
    place: [...place],
    search: `?${new URLSearchParams({ within })}`,
  }))
}

/** An interval of the past that a text means, with its name; without its end, up to now. Pure. */
export function pastFromText(
  typed: string,
  now: number,
): { from: number; until: number | undefined; text: string } | undefined {
  const today = wallClock(now, 'tokyo').date
  const day = dayNamed(typed, now) ?? dayFromText(typed, { today, near: 'past' })
  if (day !== undefined) {
    const begins = Date.parse(`${day}T00:00:00+09:00`)
    return day > today ? undefined : { from: begins, until: begins + DAY_MS, text: day }
  }
  const at = pastInstant(typed, now)
  if (at === undefined) return undefined
  const { date, time } = wallClock(at, 'tokyo')
  if (instantBefore(typed, now) !== undefined) return { from: at, until: undefined, text: `${date} ${time}` }
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  return { from: minute, until: minute + MINUTE_MS, text: `${date} ${time.slice(0, 'hh:mm'.length)}` }
}
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** One letter is in too many names; one of these characters is half a surname. */
const WORTH_ASKING = /\p{Script=Han}|\p{L}\p{L}/u

/** Who types "live" means no key of that label, and every tenant has one. */
const MEANS_A_KEY = /key|キー|^svc_/i
const LABELS_OF_ALL: ReadonlySet<string> = new Set(['live', 'test'])

/** Whether what was typed is the label of a key, or the last characters by which lists show it. */
const isOfKey = (typed: string, { label, masked }: Pick<KeyView, 'label' | 'masked'>): boolean =>
  (typed.toLowerCase() === label.toLowerCase() && !LABELS_OF_ALL.has(label)) ||
  `…${typed}` === masked.slice(-typed.length - 1)

/** Webhooks by name and URL, inboxes, snapshots, keys, and the endpoints of the contract by path and id. */
export function useNamedThings(typed: string): NamedPlace[] {
  const { t } = useTranslation()
  const isAsked = typed !== ''
  const webhooks = useAllWebhooks(isAsked).filter(({ deleted_at }) => deleted_at === null)
  const inboxes = useWorldQuery<Page<InboxSummary>>('inbox', ['inbox'], isAsked).data?.data ?? []
  const snapshots = useWorldQuery<SnapshotsPage>('snapshots', ['snapshots'], isAsked).data?.data ?? []
  const tenants = useTenants() ?? []
  const endpoints = useContract()?.endpoints ?? []
  if (!isAsked) return []
  const names = new Set([...inboxes.map(({ name }) => name), ...webhooks.flatMap(({ url }) => inboxNameOf(url) ?? [])])
  return [
    ...webhooks.map(({ webhook_id, label, url, tenant }) => ({
      icon: 'webhooks' as const,
      label: `${t('nouns.webhook')} ${webhook_id} · ${tenant} · ${url}`,
      words: label ?? '',
      place: placeOfNoun('webhook', webhook_id),
    })),
    ...[...names].map(name => ({
      icon: 'inbox' as const,
      label: `${t('screens.inbox')} › ${name}`,
      place: placeOfNoun('inbox', name),
    })),
    ...snapshots.map(({ name }) => ({
      icon: 'snapshots' as const,
      label: `${t('screens.snapshots')} › ${name}`,
      place: ['snapshots', name],
    })),
    ...tenants.flatMap(({ tenant, keys }) =>
      keys
        .filter(key => key.key_id !== typed && (MEANS_A_KEY.test(typed) || isOfKey(typed, key)))
        .map(({ key_id, key, label, masked }) => ({
          icon: 'tenants' as const,
          label: `${t('nouns.key')} ${key_id} · ${tenant} · ${label}`,
          words: [masked, key ?? '', key_id].join(', '),
          place: placeOfNoun('key', key_id),
        })),
    ),
    ...endpoints.map(({ id, method, path }) => ({
      icon: 'reference' as const,
      label: `${t('screens.reference')} › ${method} ${path}`,
      words: `${path}, ${id}`,
      place: placeOfNoun('endpoint', id),
    })),
  ]
}

/** Whoever has sent requests, by the name that it gives itself: to what is said of it, and to its requests. */
export function useCallerPlaces(typed: string): NamedPlace[] {
  const isAsked = typed !== ''
  const { t } = useTranslation()
  const { data } = useWorldQuery<WorldJudgement>('verdicts', ['verdicts'], isAsked)
  if (!isAsked || data === undefined) return []
  const callers = callersOf(data.data)
  const others = [t('screens.client'), t('client.callers')]
  // Its name without the version is as good as the whole one.
  const wordsOf = (product: string) =>
    [product, ...(product.toLowerCase().startsWith(typed.toLowerCase()) ? [typed] : []), ...others].join(', ')
  return [
    ...callers.map(({ id, actor }) => ({
      icon: 'client' as const,
      label: t('palette.verdicts_on', { caller: callerText(actor) }),
      words: wordsOf(actor.product),
      place: ['client'],
      search: `?${new URLSearchParams({ who: id })}`,
    })),
    ...[...new Set(callers.map(({ actor }) => actor.product))].map(product => ({
      icon: 'requests' as const,
      label: t('palette.requests_by', { caller: product }),
      words: wordsOf(product),
      place: ['requests'],
      search: `?${new URLSearchParams({ q: product })}`,
    })),
  ]
}

/** The rules by which clients are judged, under the name of what keeps one or of what breaks it. */
export function useRulePlaces(isAsked: boolean): NamedPlace[] {
  const { t } = useTranslation()
  const { data } = useWorldQuery<Page<VerdictRuleView>>('verdicts', ['verdicts', 'rules'], isAsked)
  if (!isAsked || data === undefined) return []
  return data.data.map(({ rule }) => ({
    icon: 'client',
    label: ruleTitle(t, { rule, state: 'not_met' }),
    // Not those of its screen, which would list every rule where the screen was meant.
    words: [rule, ruleTitle(t, { rule, state: 'failed' })].join(', '),
    place: placeOfNoun('rule', rule),
  }))
}

/** What the contract leaves open, by id and by title. */
export function useAssumptionPlaces(isAsked: boolean): NamedPlace[] {
  const { t } = useTranslation()
  const { data } = useWorldQuery<Page<AssumptionView>>('assumptions', ['assumptions'], isAsked)
  if (!isAsked || data === undefined) return []
  return data.data.map(({ id, title }) => ({
    icon: 'assumptions',
    label: id,
    words: [title, titleText(t, 'assumptions', { id, title })].join(', '),
    place: placeOfNoun('assumption', id),
  }))
}

/** The drills, by their titles in the language of the page, and by what each of them does. */
export function useDrillPlaces(isAsked: boolean): NamedPlace[] {
  const { t, i18n } = useTranslation()
  const { data } = useDrills(isAsked)
  // They come with the screen, which nobody may have opened.
  const { data: texts } = useQuery({
    queryKey: ['drill-texts'],
    queryFn: () => import('../i18n/drill-texts.ts'),
    enabled: isAsked,
  })
  if (!isAsked || data === undefined || texts === undefined) return []
  return data.data.map(known => {
    const { title, stages } = texts.inLanguage(known, i18n.language)
    return {
      icon: 'client',
      label: title,
      words: [known.drill, known.title, ...stages, t('client.drills'), t('screens.client')].join(', '),
      place: ['client', 'drills', known.drill],
    }
  })
}

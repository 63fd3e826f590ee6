import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../server/control/protocol/common.ts'
import type { InboxSummary } from '../../server/control/protocol/inboxes.ts'
import type { VerdictRuleView } from '../../server/control/protocol/verdicts.ts'
import type { IconName } from '../components/icons.tsx'
import { ruleTitle } from '../components/rule-title.ts'
import { useContract } from '../data/contract.ts'
import { useDrills } from '../data/drills.ts'
import { inboxNameOf } from '../data/inbox-name.ts'
import { useWorldQuery } from '../data/queries.ts'
import { useAllWebhooks } from '../data/use-page.ts'
import { placeOfNoun } from '../routing/nouns.ts'

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
  const typed = query.trim()
  if (typed === '') return []
  const part = (screen: 'webhooks' | 'client' | 'limits' | 'calls', name: string) =>
    `${t(`screens.${screen}`)} › ${name}`
  return [
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

/** Webhooks by name and URL, inboxes, and the endpoints of the contract by their paths. */
export function useNamedThings(isAsked: boolean): NamedPlace[] {
  const { t } = useTranslation()
  const webhooks = useAllWebhooks(isAsked).filter(({ deleted_at }) => deleted_at === null)
  const inboxes = useWorldQuery<Page<InboxSummary>>('inbox', ['inbox'], isAsked).data?.data ?? []
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
    ...endpoints.map(({ id, method, path }) => ({
      icon: 'reference' as const,
      label: `${t('screens.reference')} › ${method} ${path}`,
      words: path,
      place: placeOfNoun('endpoint', id),
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

/** The drills, by their titles in the language of the page, and by what each of them does. */
export function useDrillPlaces(isAsked: boolean): NamedPlace[] {
  const { t, i18n } = useTranslation()
  const { data } = useDrills(isAsked)
  // The Japanese texts come with the screen, which nobody may have opened.
  const { data: texts } = useQuery({
    queryKey: ['drill-texts'],
    queryFn: () => import('../screens/client/drill-texts.ts'),
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

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { KeyView, TenantView } from '../../server/control/protocol/worlds.ts'
import { Action } from '../components/action.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icons.tsx'
import { control, worldPath } from '../data/client.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { controlCurl } from '../data/control-curl.ts'
import { emulatedCurl } from '../data/emulated-curl.ts'
import { callApi } from '../data/emulated-request.ts'
import { useTenants, useWorldObject } from '../data/queries.ts'
import { usableKeys } from '../data/tenant-keys.ts'
import { useWorldId } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'
import { useHref } from '../routing/use-place.ts'
import classes from './welcome.module.css'

/** The number of the first call ends so that it is answered, and the call and what follows it are over after two minutes. */
const NUMBER = '+81312340001'
const UNTIL_ANSWERED_CALL_IS_OVER = 'PT2M'
const INBOX_NAME = 'my-crm'
const INBOX = `https://inbox.ringback.test/${INBOX_NAME}`

/** A key that may do all that the first steps need: webhooks take a plan that has them. */
function firstKey(tenants: readonly TenantView[]): { tenant: TenantView; key: string } | undefined {
  const all = tenants
    .filter(({ plan, open_api_enabled }) => open_api_enabled && plan !== 'free')
    .flatMap(tenant => usableKeys(tenant).map(key => ({ tenant, key })))
  const needs = ['customers:read', 'calls:initiate', 'webhooks:manage'] as const
  const fits = ({ scopes, mode }: KeyView) => mode === 'live' && needs.every(scope => scopes.includes(scope))
  const found = all.find(({ key }) => fits(key))
  return found && { tenant: found.tenant, key: found.key.key }
}

interface Outcome {
  text: string
  search?: string
  /** Did less than the step is about. */
  isShort?: boolean
  place: readonly (string | number)[]
}

interface StepProps {
  title: string
  about: string
  command: string
  /** The one to do next. */
  isNext: boolean
  onDone: () => void
  /** Does it, and says what it led to. */
  run: () => Promise<readonly Outcome[]>
}

function Step({ title, about, command, isNext, onDone, run }: StepProps) {
  const { t } = useTranslation()
  const href = useHref()
  const { mutate, data, isPending } = useMutation({
    mutationFn: run,
    onSuccess: outcomes => {
      if (outcomes.every(({ isShort }) => !isShort)) onDone()
    },
  })
  const isDone = data?.every(({ isShort }) => !isShort) === true
  return (
    <li className={classes.step} data-done={isDone ? '' : undefined}>
      <div className={classes.what}>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={classes.actions}>
        <Action icon="play" variant={isNext ? 'filled' : 'default'} loading={isPending} onClick={() => mutate()}>
          {t('welcome.do_it')}
        </Action>
      </div>
      <div className={classes.command}>
        <pre>{command}</pre>
        <CopyButton text={command} what={t('common.command')} />
      </div>
      <p className={classes.outcome} role="status">
        {data?.map(({ text, place, search = '', isShort = false }) => (
          <a key={text} className="link" href={`${href(...place)}${search}`}>
            <Icon name={isShort ? 'minus' : 'check'} size={13} /> {text}
          </a>
        ))}
      </p>
    </li>
  )
}

interface StepsProps {
  tenant: TenantView
  apiKey: string
  /** Of the emulated API. */
  baseUrl: string
  controlUrl: string
}

function Steps({ tenant, apiKey, baseUrl, controlUrl }: StepsProps) {
  const { t } = useTranslation()
  const { advance } = useClockControl()
  const world = useWorldId()
  const [done, setDone] = useState(0)
  const isAt = (step: number) => ({ isNext: done === step, onDone: () => setDone(Math.max(done, step + 1)) })
  const hook = { url: INBOX, events: ['call.completed', 'call.missed'] }
  const [staff_id, project_id] = [tenant.staff_ids[0], tenant.project_ids[0]]
  const call = { phone_number: NUMBER, staff_id, project_id }
  const curl = (method: string, path: string, body?: unknown) =>
    emulatedCurl({ method, path, key: apiKey, body: body === undefined ? undefined : JSON.stringify(body) }, baseUrl)
  const pass = controlCurl('POST', `${controlUrl}/clock/advance`, JSON.stringify({ by: UNTIL_ANSWERED_CALL_IS_OVER }))
  return (
    <ol className={classes.steps}>
      <Step
        {...isAt(0)}
        title={t('welcome.request')}
        about={t('welcome.request_about')}
        command={curl('GET', '/customers')}
        run={async () => {
          const { request_id } = await callApi({ method: 'GET', path: '/customers', key: apiKey })
          return [{ text: t('welcome.see'), place: placeOfNoun('request', request_id) }]
        }}
      />
      <Step
        {...isAt(1)}
        title={t('welcome.webhook')}
        about={t('welcome.webhook_about')}
        command={curl('POST', '/webhooks', hook)}
        run={async () => {
          const made = await callApi<{ webhook_id: number }>({
            method: 'POST',
            path: '/webhooks',
            key: apiKey,
            body: hook,
          })
          return [{ text: t('welcome.see'), place: placeOfNoun('webhook', made.data.webhook_id) }]
        }}
      />
      <Step
        {...isAt(2)}
        title={t('welcome.call')}
        about={t('welcome.call_about')}
        command={`${curl('POST', '/calls/initiate', call)}\n${pass}`}
        run={async () => {
          const path = '/calls/initiate'
          const { data } = await callApi<{ call_id: string }>({ method: 'POST', path, key: apiKey, body: call })
          const error = await new Promise(settled => advance({ by: UNTIL_ANSWERED_CALL_IS_OVER }, settled))
          const placed = placeOfNoun('call', data.call_id)
          if (error !== undefined) return [{ text: t('welcome.not_advanced'), place: placed, isShort: true }]
          const query = { call_id: data.call_id, limit: 1 }
          const { data: sent } = await control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), { query })
          const [delivery] = sent
          if (delivery === undefined) {
            const { data: hooks } = await control<Page<unknown>>('GET', worldPath(world, 'webhooks'), {
              query: { limit: 1 },
            })
            const text = t(hooks.length === 0 ? 'welcome.no_webhook' : 'welcome.no_delivery')
            return [{ text, place: placed, isShort: true }]
          }
          const seen = {
            text: t('welcome.see'),
            place: placeOfNoun('delivery', delivery.delivery_id),
            search: '?tab=signature',
          }
          const arrived = { text: t('welcome.see_webhook'), place: placeOfNoun('inbox', INBOX_NAME) }
          return delivery.url === INBOX ? [seen, arrived] : [seen]
        }}
      />
    </ol>
  )
}

/** What this is and three first steps, at the bare address of a world that nobody has sent anything to. */
export function Welcome(): ReactNode {
  const { t } = useTranslation()
  const href = useHref()
  const { data: world } = useWorldObject()
  // The keys of the first look stay: a step must not change under the hand that does it.
  const [first] = useState(firstKey(useTenants() ?? []))
  return (
    <section className={classes.page} aria-label={t('welcome.title')}>
      <div className={classes.inner}>
        <h1>{t('welcome.title')}</h1>
        <p className={classes.about}>{t('welcome.about')}</p>
        {first !== undefined && world !== undefined && (
          <Steps tenant={first.tenant} apiKey={first.key} baseUrl={world.base_url} controlUrl={world.control_url} />
        )}
        <p className={classes.more}>
          <Action component="a" href={href('live')} icon="live">
            {t('welcome.to_live')}
          </Action>
          <Action component="a" href={href('reference')} icon="reference">
            {t('screens.reference')}
          </Action>
          <Action component="a" href={href('tenants')} icon="tenants">
            {t('screens.tenants')}
          </Action>
        </p>
      </div>
    </section>
  )
}

import { Button, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForwardView, WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { useWebhookApi } from '../../components/delivery/use-webhook-api.ts'
import detail from '../../components/detail.module.css'
import { ErrorText } from '../../components/error-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { useContract } from '../../data/contract.ts'
import { useTenants } from '../../data/queries.ts'
import { type Sending, useSetSending } from '../../data/sending.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { textField } from '../../routing/url-state.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { Arrivals } from './arrivals.tsx'
import { BarredTenant, barsOf } from './barred-tenant.tsx'
import { forwardFault } from './forward-fault.tsx'
import {
  EXAMPLE,
  isLocal,
  isRoute,
  isSamePlace,
  ledBy,
  type Plan,
  planFor,
  type Route,
  routeOf,
  routeTo,
  ruleFor,
  withRule,
} from './forward-plan.ts'
import { ruleAtFault } from './forward-problem.ts'
import classes from './forwards.module.css'
import { PublicTarget } from './public-target.tsx'
import { UrlProblem } from './url-problem.tsx'
import { useSaveForwards } from './use-webhooks.ts'
import { detailsOf, problemsOf } from './webhook-fields.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import parts from './webhooks.module.css'

/** Where somebody wants deliveries to arrive, as a link says it. */
const FIELDS = { local: textField() }

interface Draft extends Route {
  readonly tenant: string | undefined
}

const isForwarded = ({ deleted_at, is_enabled, forwarded_to }: WebhookView) =>
  deleted_at === null && is_enabled && forwarded_to !== null

const newestOf = (webhooks: readonly WebhookView[]): WebhookView | undefined =>
  webhooks.toSorted((one, other) => other.webhook_id - one.webhook_id)[0]

/** What is there already, so that nobody types it again: the newest webhook that a rule leads elsewhere, else the first rule. */
function known(webhooks: readonly WebhookView[], rules: readonly ForwardView[]): Draft {
  const webhook = newestOf(webhooks.filter(isForwarded))
  if (webhook?.forwarded_to) return { registered: webhook.url, local: webhook.forwarded_to, tenant: webhook.tenant }
  const [rule] = rules
  return { ...(rule === undefined ? EXAMPLE : routeOf(rule)), tenant: undefined }
}

/** Everything that is needed for a delivery to arrive at a local address, in one press: the rule, the webhook, and a test. */
function useListen(tenant: string | undefined, rules: readonly ForwardView[]) {
  const saveForwards = useSaveForwards()
  const { key, register, test } = useWebhookApi(tenant, { showsErrors: true })
  const events = useContract()?.subscribable_events ?? []
  /** A rule without its webhook would be half of it: what is refused takes the rule back. */
  const registered = async (url: string) => {
    try {
      return (await register.mutateAsync({ url, events: [...events] })).data.webhook_id
    } catch (error) {
      await saveForwards.mutateAsync([...rules]).catch(() => {})
      throw error
    }
  }
  const listen = useMutation({
    // The form tells of them.
    meta: { showsErrors: true },
    mutationFn: async ({ route, webhook }: { route: Route; webhook: WebhookView | undefined }) => {
      if (!leads(route, rules)) await saveForwards.mutateAsync(withRule(rules, planFor(route, rules).rule))
      const webhook_id = webhook?.webhook_id ?? (await registered(route.registered))
      return (await test.mutateAsync(webhook_id)).data.delivery_id
    },
  })
  return { key, listen }
}

/** What is wrong with which field of what was tried; `text` is about all of it. */
function useProblems(error: Error | null, { registered }: Route, tenant: string | undefined) {
  const part = ruleAtFault(error)?.field
  const [refused] = problemsOf(detailsOf(error), 'url')
  const text = error && <ErrorText error={error} />
  if (part !== undefined) return part === 'from' ? { registered: text } : { local: text }
  return refused === undefined
    ? { text }
    : { registered: <UrlProblem problem={refused} url={registered} tenant={tenant} /> }
}

/** Where deliveries come out, from nothing to the answer of the developer's server. */
export function TryForward({ rules, sending }: { rules: readonly ForwardView[]; sending: Sending }) {
  const { t } = useTranslation()
  const href = useHref()
  const tenants = useTenants() ?? []
  const webhooks = useAllWebhooks()
  const world = useWorldId()
  const presenting = usePresenting()
  const [{ local: asked }] = useUrlState(FIELDS)
  const [changes, setChanges] = useState<Partial<Draft>>(asked === '' ? {} : routeTo(asked, rules))
  const [listenedFor, setListenedFor] = useState<string>()
  const draft = { ...known(webhooks, rules), ...changes }
  const registered = webhooks.filter(({ deleted_at, url }) => deleted_at === null && url === draft.registered)
  // Whose it is already, before one more is registered for another tenant.
  const owner = draft.tenant ?? newestOf(registered)?.tenant
  const tenant =
    tenants.find(one => one.tenant === owner) ??
    tenants.find(one => one.plan === 'max' && keyFor(one, 'webhooks:manage') !== undefined) ??
    tenants[0]
  const slug = tenant?.tenant
  const { key, listen } = useListen(slug, rules)
  const webhook = newestOf(registered.filter(one => one.tenant === slug))
  const tried = listen.variables?.route
  const isTried = tried?.registered === draft.registered && tried.local === draft.local && listenedFor === slug
  const problems = useProblems(isTried ? listen.error : null, draft, slug)
  const change = (part: Partial<Draft>) => setChanges(before => ({ ...before, ...part }))
  const isLed = leads(draft, rules)
  const typedRule = ruleFor({ registered: draft.registered.trim(), local: draft.local.trim() })
  const led = isLed ? 'here' : ledBy(draft.registered, rules) === undefined ? 'nowhere' : 'elsewhere'
  // A rule that was refused is none that will be.
  const isRefused = problems.registered !== undefined || problems.local !== undefined
  const mayHave = tenant === undefined || barsOf(tenant).length === 0
  const canSend = mayHave && key !== undefined && sending === 'everywhere'
  const isReady = isLed && webhook !== undefined
  return (
    <section className={classes.listen} aria-label={t('webhooks.listen')}>
      <h2 className={classes.part_title}>{t('webhooks.listen')}</h2>
      <p className={detail.note}>{t('webhooks.listen_about')}</p>
      <Picture route={draft} webhook={webhook} led={led} sending={sending} />
      {!isLed && isRoute(draft) && !isRefused && <WillBe plan={planFor(draft, rules)} />}
      <form
        className={classes.listen_form}
        onSubmit={event => {
          event.preventDefault()
          // What is registered now may name another webhook first: the form goes on about what was tried.
          const route = { registered: draft.registered.trim(), local: draft.local.trim() }
          setChanges({ ...route, tenant: slug })
          setListenedFor(slug)
          listen.mutate({ route, webhook })
        }}
      >
        <TextInput
          size="xs"
          label={t('webhooks.listen_registered')}
          value={draft.registered}
          error={problems.registered ?? forwardFault('from', typedRule.from)}
          onChange={({ currentTarget: { value } }) => change({ registered: value })}
          classNames={{ input: detail.code ?? '' }}
          spellCheck={false}
        />
        <TextInput
          size="xs"
          label={t('webhooks.listen_local')}
          value={draft.local}
          error={problems.local ?? forwardFault('to', typedRule.to)}
          description={<PublicTarget local={draft.local} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget: { value } }) => change({ local: value })}
          classNames={{ input: detail.code ?? '' }}
          spellCheck={false}
        />
        <Select
          size="xs"
          label={t('table.tenant')}
          allowDeselect={false}
          data={tenants.map(one => one.tenant)}
          value={slug ?? null}
          onChange={value => change({ tenant: value ?? undefined })}
        />
        <Button
          type="submit"
          size="xs"
          loading={listen.isPending}
          disabled={!canSend}
          leftSection={<Icon name="play" size={13} />}
        >
          {t(isReady ? 'webhooks.listen_send' : 'webhooks.listen_set_up')}
        </Button>
      </form>
      {problems.text && (
        <p role="alert" className={parts.refused}>
          {problems.text}
        </p>
      )}
      {sending === 'inbox_only' && <LetOut />}
      {tenant && <BarredTenant tenant={tenant} />}
      {mayHave && key === undefined && slug !== undefined && (
        <p className={classes.missing}>
          <Icon name="alert" size={14} /> {t('webhooks.no_key', { tenant: slug })}{' '}
          <Action component="a" icon="tenants" href={href('tenants', slug)}>
            {t('webhooks.listen_issue_key')}
          </Action>
        </p>
      )}
      {webhook && (
        <Arrivals
          key={webhook.webhook_id}
          webhook={webhook}
          sent={listen.data}
          isSending={listen.isPending}
          onLocal={local => change({ local })}
        />
      )}
      {webhook && <VerifiesWith webhook={webhook} />}
      {!presenting && isLocal(draft.local.trim()) && (
        <>
          <CommandLine
            label={t('webhooks.listen_terminal')}
            command={`npx ringback listen --forward-to ${draft.local.trim()} --tenant ${slug ?? 'max'} --url ${location.origin} --world ${world}`}
          />
          <p className={detail.note}>{t('webhooks.listen_terminal_about')}</p>
        </>
      )}
    </section>
  )
}

/** Whether the rules lead what is registered to the local address. */
function leads({ registered, local }: Route, rules: readonly ForwardView[]): boolean {
  const led = ledBy(registered, rules)
  return led !== undefined && isSamePlace(led.to, local)
}

/** Which rule the press will save, and what becomes of the one that leads elsewhere. */
function WillBe({ plan: { rule, replaced, beaten } }: { plan: Plan }) {
  const { t } = useTranslation()
  return (
    <p className={`${detail.note} ${classes.rule_is}`}>
      {t('webhooks.listen_rule_is', { ...rule })}
      {replaced && (
        <>
          {t('common.between_sentences')}
          {t('webhooks.listen_rule_replaces', { ...replaced })}
        </>
      )}
      {beaten && (
        <>
          {t('common.between_sentences')}
          {t('webhooks.listen_rule_beats', { ...beaten })}
        </>
      )}
    </p>
  )
}

function LetOut() {
  const { t } = useTranslation()
  const set = useSetSending()
  return (
    <p className={classes.missing}>
      <Icon name="alert" size={14} /> {t('webhooks.listen_kept_in')}{' '}
      <Action loading={set.isPending} onClick={() => set.mutate('everywhere')}>
        {t('sending.let_out')}
      </Action>
    </p>
  )
}

function VerifiesWith({ webhook: { webhook_id } }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  return (
    <p className={classes.verifies}>
      {t('webhooks.listen_secret')}
      {t('common.colon')}
      <WebhookSecret id={webhook_id} />
    </p>
  )
}

function Stop({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <span className={classes.stop}>
      <small>{name}</small>
      <code>{text}</code>
      {children}
    </span>
  )
}

const LED = {
  here: { text: 'webhooks.listen_rule', tone: 'good', icon: 'check' },
  elsewhere: { text: 'webhooks.listen_rule_elsewhere', tone: 'warn', icon: 'alert' },
  nowhere: { text: 'webhooks.listen_no_rule', tone: 'quiet', icon: 'dashed' },
} as const

interface PictureProps {
  route: Route
  webhook: WebhookView | undefined
  /** Where a rule leads what is registered: to the local address, elsewhere, or nowhere as there is none. */
  led: keyof typeof LED
  sending: Sending
}

/** Which way a delivery takes, and what of it is there already: the address that your code registers never has to exist. */
function Picture({ route, webhook, led, sending }: PictureProps) {
  const { t } = useTranslation()
  const isLed = led === 'here'
  const { text, ...sign } = LED[led]
  // What another server answered, before the rule led here, says nothing of this one.
  const last = isLed && webhook?.last_attempt?.target === webhook?.forwarded_to ? webhook?.last_attempt : undefined
  return (
    <figure className={classes.picture} aria-label={t('webhooks.forward_picture')}>
      <Stop name={t('webhooks.forward_signed')} text="Ringback">
        <Badge
          tone={sending === 'everywhere' ? 'good' : 'warn'}
          icon={sending === 'everywhere' ? 'check' : 'alert'}
          look="plain"
        >
          {t(sending === 'everywhere' ? 'webhooks.listen_out' : 'webhooks.listen_in')}
        </Badge>
      </Stop>
      <span className={classes.way}>
        <Icon name="arrow_right" />
      </span>
      <Stop name={t('webhooks.forward_registered')} text={route.registered}>
        {webhook === undefined ? (
          <Badge tone="quiet" icon="dashed" look="plain">
            {t('webhooks.listen_not_registered')}
          </Badge>
        ) : (
          <Badge tone="good" icon="check" look="plain">
            <IdLink
              noun="webhook"
              id={webhook.webhook_id}
              text={t('webhooks.open_webhook', { id: webhook.webhook_id })}
              copy="hidden"
            />
          </Badge>
        )}
      </Stop>
      <span className={classes.way}>
        <Icon name="redirect" />
        <Badge {...sign} look="plain">
          {t(text)}
        </Badge>
      </span>
      <Stop name={t('webhooks.forward_local')} text={route.local}>
        {last ? (
          <Badge tone={last.delivered ? 'good' : 'bad'} icon={last.delivered ? 'check' : 'cross'} look="plain">
            {t('webhooks.listen_answered', {
              outcome: outcomeText(t, last),
            })}
          </Badge>
        ) : (
          <Badge tone="quiet" icon="dashed" look="plain">
            {t('webhooks.listen_untried')}
          </Badge>
        )}
      </Stop>
    </figure>
  )
}
